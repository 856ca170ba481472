// What people wrote within a sentence of ours: a guest called \u202Eeve must not turn the amount behind their name
// around, and a name in Hebrew or Arabic not change places with it.

/** Marks that change the direction of what follows, beyond the text they stand in (UAX 9). */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
/** Hebrew, Arabic and their neighbours, their older forms, and the marks that turn nothing but themselves. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u

/** The text without turning marks, and kept to itself where its letters run from right to left. */
export function inSentence(text: string): string {
  const plain = text.replace(TURNING, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
