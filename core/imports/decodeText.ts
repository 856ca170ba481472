// Decodes the bytes of a file: a byte order mark decides, then strict UTF-8, and else an older encoding is assumed and
// asked about, because no bytes prove it.

/** In the order in which a question offers them. */
export const FILE_ENCODINGS = ['windows-1252', 'big5', 'gb18030', 'shift_jis', 'windows-1250'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

export interface DecodedText {
  text: string
  /** Set when the encoding was assumed or answered; the file itself does not say it. */
  guess: { encoding: FileEncoding; sample: string } | null
}

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Without its byte order mark; null for bytes that are no text. */
export function decodeText(bytes: Uint8Array, answered?: FileEncoding): DecodedText | null {
  const marked = MARKS.find(([, mark]) => startsWith(bytes, mark))
  if (marked) return decodedAs(bytes, marked[0])
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== null) return textOrNull(utf8, null)
  const encoding = answered ?? 'windows-1252'
  const text = decode(bytes, encoding)
  return text === null ? null : textOrNull(text, { encoding, sample: sampleOf(text) })
}

export const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

function decodedAs(bytes: Uint8Array, encoding: string): DecodedText | null {
  const text = decode(bytes, encoding)
  return text === null ? null : textOrNull(text, null)
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function textOrNull(text: string, guess: DecodedText['guess']): DecodedText | null {
  return controlsIn(text) * CHARACTERS_PER_CONTROL > text.length ? null : { text, guess }
}

/** Images and archives are full of control characters; text has some at most, such as a line break of a word processor. */
const CHARACTERS_PER_CONTROL = 50
const controlsIn = (text: string): number => text.match(/[^\P{Cc}\n\r\t]/gu)?.length ?? 0

/** The first words that the encoding decides. */
function sampleOf(text: string): string {
  const at = text.search(/[^\p{ASCII}]/u)
  return text
    .slice(Math.max(0, at - 15), at + 15)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
