// How many of something, in words.

/** '1 member', '4 members' */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
