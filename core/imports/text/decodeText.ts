// Decodes the bytes of a file: a byte order mark decides, then strict UTF-8, and else an older encoding is assumed and
// asked about, because no bytes prove it.

/** In the order in which a question offers them. */
export const FILE_ENCODINGS = ['windows-1252', 'big5', 'gb18030', 'shift_jis', 'windows-1250'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

export interface DecodedText {
  text: string
  /** Set when the encoding was assumed or answered; the file itself does not say it. */
  guess: { encoding: FileEncoding; sample: string } | null
  /** The last character is incomplete, so the end of the file is missing. */
  isCutOff: boolean
}

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Without its byte order mark; null for bytes that are no text. */
export function decodeText(bytes: Uint8Array, answered?: FileEncoding): DecodedText | null {
  const marked = MARKS.find(([, mark]) => startsWith(bytes, mark))?.[0] ?? utf16WithoutMark(bytes)
  const text = decode(bytes, marked ?? 'utf-8')
  if (text !== null && (marked !== null || !isAsciiButCutOff(text))) return textOrNull(text, null)
  if (marked !== null) return null
  const encoding = answered ?? 'windows-1252'
  const old = decode(bytes, encoding)
  return old && textOrNull(old, { encoding, sample: sampleOf(old.text) })
}

/** ASCII with an incomplete last character can be any encoding, so it does not count as UTF-8. */
const isAsciiButCutOff = ({ text, isCutOff }: Pick<DecodedText, 'text' | 'isCutOff'>): boolean =>
  isCutOff && /^\p{ASCII}*$/u.test(text)

export const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** Some programs write UTF-16 without its mark: a table begins with ASCII, whose every other byte is 0 there. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const start = [...bytes.subarray(0, 8)]
  if (start.length < 8) return null
  const areZero = (from: number) => start.every((byte, index) => (byte === 0) === (index % 2 === from))
  return areZero(1) ? 'utf-16le' : areZero(0) ? 'utf-16be' : null
}

/** null for bytes that the encoding does not have. A last character that was cut off is left out. */
function decode(bytes: Uint8Array, encoding: string): Pick<DecodedText, 'text' | 'isCutOff'> | null {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    const text = decoder.decode(bytes, { stream: true })
    return { text, isCutOff: isIncomplete(decoder) }
  } catch {
    return null
  }
}

function isIncomplete(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return false
  } catch {
    return true
  }
}

function textOrNull(
  { text, isCutOff }: Pick<DecodedText, 'text' | 'isCutOff'>,
  guess: DecodedText['guess'],
): DecodedText | null {
  return controlsIn(text) * CHARACTERS_PER_CONTROL > text.length ? null : { text, guess, isCutOff }
}

/** Images and archives are full of control characters; text has some at most, such as a line break of a word processor. */
const CHARACTERS_PER_CONTROL = 50
const controlsIn = (text: string): number => text.match(/[^\P{Cc}\n\r\t]/gu)?.length ?? 0

/** The first words that the encoding decides. */
function sampleOf(text: string): string {
  const offset = text.search(/[^\p{ASCII}]/u)
  return text
    .slice(Math.max(0, offset - 15), offset + 15)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
