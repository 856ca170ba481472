// Prepares users' text for a sentence: a guest called \u202Eeve must not reverse the amount behind the name, nor a name
// in Hebrew or Arabic change places with it.

/** Marks that change the direction of the text after them (UAX 9). */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g
/** Hebrew, Arabic and related scripts, their older forms, and marks that affect only themselves. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u

/** The text without direction marks, and isolated when it has letters that run from right to left. */
export function isolateBidi(text: string): string {
  const plain = text.replace(DIRECTION_MARKS, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
