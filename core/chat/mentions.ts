// Mentions in the text of a message: which part of it names a person. Who reads it sees the person's present name there.

export interface Mention {
  /** UTF-16 units of the text, with the @. */
  start: number
  length: number
  /** `EVERYBODY` for everybody. */
  userId: string
}

/** Only organizers mention everybody. */
export const EVERYBODY = 'all'

export const mentions = (all: readonly Mention[] | undefined, userId: string): boolean =>
  all?.some((mention) => mention.userId === userId || mention.userId === EVERYBODY) ?? false

/** In the text, one after the other, and each with its @. */
export function areWellPlaced(text: string, all: readonly Mention[]): boolean {
  let end = 0
  return all.every(({ start, length }) => {
    const isRight = start >= end && length > 1 && start + length <= text.length && text[start] === '@'
    end = start + length
    return isRight
  })
}

/** Those that an edit of the text leaves whole, where they stand then. */
export function movedMentions(before: string, after: string, all: readonly Mention[]): Mention[] {
  const shortest = Math.min(before.length, after.length)
  let same = 0
  while (same < shortest && before[same] === after[same]) same++
  let sameEnd = 0
  while (sameEnd < shortest - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++
  const [changedTo, moved] = [before.length - sameEnd, after.length - before.length]
  return all.flatMap((mention) => {
    if (mention.start + mention.length <= same) return [mention]
    return mention.start >= changedTo ? [{ ...mention, start: mention.start + moved }] : []
  })
}
