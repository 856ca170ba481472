// Checks text that people type, for forms and server alike: `trim()` keeps U+200B and U+3164, so invisible characters
// would pass as a title, and `length` counts characters that nobody sees.

/** For a NUL, another control character or half a surrogate pair. */
export const UNUSABLE_CHARACTERS = 'This text has characters that cannot be used'
export const TOO_MANY_MARKS = 'There are too many accents on one letter'

/** Combining marks on one letter of a name; the fullest real orthographies need six. */
const MARKS_PER_LETTER = 8

/**
 * Two names are equal when these are: Unicode's NFKC_Casefold (UAX 31), so compatibility forms, case and invisible
 * characters do not count. Lower, upper, lower is how JavaScript folds ß with SS and ς with σ; dotless ı stays a letter
 * of its own.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[^ı]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .normalize('NFKC')
}

/**
 * Whether a text has nothing visible: only white space, control and format characters, fillers, and blanks that Unicode
 * counts as symbols (empty Braille cell, null note head). Private and unassigned characters count as visible, so an
 * emoji newer than this engine is not "empty".
 */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

const VISIBLE =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1D159}]/u

/**
 * Replaces the soft line breaks of slides, documents and PDFs (U+000B, U+000C, U+0085), and drops the end-of-text that
 * comes with them: nobody who pastes them can see them.
 */
export const withPlainBreaks = (text: string, softBreak = '\n'): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u000b\u000c\u0085]/g, softBreak).replace(/\u0003/g, '')

/** NUL, the other C0 controls except line feed and tab, or half a surrogate pair. */
export function hasForbiddenControls(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000b-\u001f]/.test(text) || !text.isWellFormed()
}

/** More than eight combining marks on one letter, ignoring invisible joiners between them. */
export function hasTooManyMarks(name: string): boolean {
  return TOO_MANY.test(name.replace(/\p{Cf}+/gu, ''))
}

const TOO_MANY = new RegExp(`\\p{M}{${MARKS_PER_LETTER + 1}}`, 'u')
