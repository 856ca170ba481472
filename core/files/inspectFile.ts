// Reads what a file is from its bytes, never from its name or the type that a client claims, and takes out what a camera or a
// program wrote beside the picture. What is not understood to its last byte is refused: a file that is two things at once is
// a way around every check.

import { type FileType, type StoredFile, fileLimits } from '#core/kernel/files.ts'

export type FileRefusal = keyof typeof fileRefusals

export const fileRefusals = {
  NotAFileType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Only photos (JPEG, PNG or WebP) and PDF files can be added',
  },
  MovingPicture: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', text: 'A moving picture cannot be added' },
  FileIsIncomplete: { status: 400, text: 'This file is incomplete or damaged' },
  FileHasMore: {
    status: 400,
    text: 'There is something else behind the end of this file. Please save it again and add that copy.',
  },
  TooManyPixels: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    text: `A photo can have at most ${fileLimits.pixels / 1_000_000} megapixels, and ${fileLimits.side.toLocaleString('en')} pixels on a side`,
  },
  PhotoIsTooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    text: `A photo can have at most ${fileLimits.photoBytes / 1024 / 1024} MB`,
  },
  PdfIsTooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    text: `A PDF can have at most ${fileLimits.pdfBytes / 1024 / 1024} MB`,
  },
  OtherHash: { status: 400, text: 'The address is not the SHA-256 of the file' },
} as const

/** With the bytes to store, which have no such additions. */
export interface InspectedFile extends Pick<StoredFile, 'type' | 'width' | 'height'> {
  content: Uint8Array
}

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** The bytes that tell the type, at the most. */
export const HEAD_BYTES = 12

/** @param head at least the first HEAD_BYTES bytes */
export function typeOfBytes(head: Uint8Array): FileType | null {
  if (startsWith(head, 0, Uint8Array.of(0xff, 0xd8, 0xff))) return 'image/jpeg'
  if (startsWith(head, 0, PNG_SIGNATURE)) return 'image/png'
  if (startsWith(head, 0, ascii('RIFF')) && startsWith(head, 8, ascii('WEBP'))) return 'image/webp'
  return startsWith(head, 0, ascii('%PDF-')) ? 'application/pdf' : null
}

export const refuseSize = (type: FileType, bytes: number): FileRefusal | null =>
  type === 'application/pdf'
    ? bytes > fileLimits.pdfBytes
      ? 'PdfIsTooLarge'
      : null
    : bytes > fileLimits.photoBytes
      ? 'PhotoIsTooLarge'
      : null

const inspectors: Record<FileType, (bytes: Uint8Array) => InspectedFile> = {
  'image/jpeg': inspectJpeg,
  'image/png': inspectPng,
  'image/webp': inspectWebp,
  'application/pdf': inspectPdf,
}

export function inspectFile(bytes: Uint8Array): InspectedFile | FileRefusal {
  const type = typeOfBytes(bytes)
  if (type === null) return 'NotAFileType'
  const tooLarge = refuseSize(type, bytes.length)
  if (tooLarge) return tooLarge
  try {
    const inspected = inspectors[type](bytes)
    const { width, height } = inspected
    if (width === null || height === null) return inspected
    if (width === 0 || height === 0) return 'FileIsIncomplete'
    return width * height > fileLimits.pixels || Math.max(width, height) > fileLimits.side
      ? 'TooManyPixels'
      : inspected
  } catch (error) {
    if (error instanceof Unreadable) return error.refusal
    throw error
  }
}

class Unreadable extends Error {
  readonly refusal: FileRefusal
  constructor(refusal: FileRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const incomplete = () => new Unreadable('FileIsIncomplete')

function startsWith(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  return bytes.length >= at + expected.length && expected.every((byte, index) => bytes[at + index] === byte)
}

/** Reads numbers, and refuses to read beyond the end. */
class Reader {
  readonly bytes: Uint8Array
  readonly #view: DataView
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  #within<Value>(at: number, length: number, read: () => Value): Value {
    if (at < 0 || at + length > this.bytes.length) throw incomplete()
    return read()
  }
  byte = (at: number) => this.#within(at, 1, () => this.#view.getUint8(at))
  uint16 = (at: number, little = false) => this.#within(at, 2, () => this.#view.getUint16(at, little))
  uint24 = (at: number) => this.uint16(at, true) | (this.byte(at + 2) << 16)
  uint32 = (at: number, little = false) => this.#within(at, 4, () => this.#view.getUint32(at, little))
  text = (at: number, length: number) =>
    this.#within(at, length, () => String.fromCharCode(...this.bytes.subarray(at, at + length)))
  part = (from: number, to: number) => this.#within(from, to - from, () => this.bytes.subarray(from, to))
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** The headers with the size; the others of this range are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Of the application segments only those that change how the picture looks: the density, the colour profile, Adobe's transform. */
function isShown(marker: number, name: string): boolean {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe'))
  )
}

function inspectJpeg(bytes: Uint8Array): InspectedFile {
  const reader = new Reader(bytes)
  const kept = [reader.part(0, 2)]
  let size: { width: number; height: number } | undefined
  let scans = 0
  for (let at = 2; ;) {
    if (reader.byte(at) !== 0xff) throw incomplete()
    const marker = reader.byte(at + 1)
    // A marker may begin with more than one 0xff.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === EOI) {
      if (!size || scans === 0) throw incomplete()
      if (at + 2 !== bytes.length) throw new Unreadable('FileHasMore')
      kept.push(reader.part(at, at + 2))
      return { type: 'image/jpeg', ...size, content: joined(kept) }
    }
    if (marker === SOI || marker === 0 || marker === 1 || isRestart(marker)) throw incomplete()
    const length = reader.uint16(at + 2)
    if (length < 2) throw incomplete()
    let end = at + 2 + length
    if (isFrame(marker)) {
      if (size) throw incomplete()
      size = { height: reader.uint16(at + 5), width: reader.uint16(at + 7) }
    }
    if (marker === SOS) {
      scans++
      end = endOfScan(reader, end)
    }
    const segment = reader.part(at, end)
    if (isShown(marker, reader.text(at + 4, Math.min(length - 2, 12)))) kept.push(segment)
    at = end
  }
}

/** The next marker that does not belong to the compressed data. */
function endOfScan({ bytes }: Reader, from: number): number {
  for (let at = from; ;) {
    at = bytes.indexOf(0xff, at)
    const next = bytes[at + 1]
    if (at < 0 || next === undefined) throw incomplete()
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** What changes how the picture looks. Texts, times, EXIF and whatever is unknown is not among it. */
const PNG_CHUNKS = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'bKGD', 'pHYs'],
])

function inspectPng(bytes: Uint8Array): InspectedFile {
  const reader = new Reader(bytes)
  const kept = [reader.part(0, PNG_SIGNATURE.length)]
  let hasData = false
  for (let at = PNG_SIGNATURE.length; ;) {
    const length = reader.uint32(at)
    const name = reader.text(at + 4, 4)
    const chunk = reader.part(at, at + 12 + length)
    if ((name === 'IHDR') !== (at === PNG_SIGNATURE.length) || (name === 'IHDR' && length !== 13))
      throw incomplete()
    if (name === 'acTL') throw new Unreadable('MovingPicture')
    if (name === 'IDAT') hasData = true
    if (PNG_CHUNKS.has(name)) kept.push(chunk)
    at += chunk.length
    if (name !== 'IEND') continue
    if (!hasData) throw incomplete()
    if (at !== bytes.length) throw new Unreadable('FileHasMore')
    return { type: 'image/png', width: reader.uint32(16), height: reader.uint32(20), content: joined(kept) }
  }
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])
/** Bits in the header of an extended WebP. */
const WEBP_MOVES = 0x02
const WEBP_EXIF_AND_XMP = 0x08 | 0x04

function inspectWebp(bytes: Uint8Array): InspectedFile {
  const reader = new Reader(bytes)
  const end = 8 + reader.uint32(4, true)
  if (end > bytes.length) throw incomplete()
  if (end < bytes.length) throw new Unreadable('FileHasMore')
  const kept: Uint8Array[] = []
  let canvas: { width: number; height: number } | undefined
  let size: { width: number; height: number } | undefined
  for (let at = 12; at < end;) {
    const name = reader.text(at, 4)
    const length = reader.uint32(at + 4, true)
    const chunk = reader.part(at, at + 8 + length + (length % 2))
    const body = at + 8
    if (name === 'VP8X') {
      if (at !== 12) throw incomplete()
      if (reader.byte(body) & WEBP_MOVES) throw new Unreadable('MovingPicture')
      canvas = { width: reader.uint24(body + 4) + 1, height: reader.uint24(body + 7) + 1 }
      const header = chunk.slice()
      header[8]! &= ~WEBP_EXIF_AND_XMP
      kept.push(header)
    } else if (WEBP_CHUNKS.has(name)) kept.push(chunk)
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size) throw incomplete()
      size = name === 'VP8L' ? losslessSize(reader, body) : lossySize(reader, body)
    }
    at += chunk.length
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) throw incomplete()
  const content = joined([reader.part(0, 12), ...kept])
  new DataView(content.buffer).setUint32(4, content.length - 8, true)
  return { type: 'image/webp', ...size, content }
}

function losslessSize(reader: Reader, at: number) {
  if (reader.byte(at) !== 0x2f) throw incomplete()
  const bits = reader.uint32(at + 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function lossySize(reader: Reader, at: number) {
  if (reader.uint24(at + 3) !== 0x2a019d) throw incomplete()
  return { width: reader.uint16(at + 6, true) & 0x3fff, height: reader.uint16(at + 8, true) & 0x3fff }
}

/** Stored as it is: it is never shown here, only saved by the person who opens it. */
function inspectPdf(bytes: Uint8Array): InspectedFile {
  const tail = String.fromCharCode(...bytes.subarray(-1024))
  const ends = tail.lastIndexOf('%%EOF')
  if (ends < 0) throw incomplete()
  if (!/^[\0\t\n\f\r ]*$/.test(tail.slice(ends + '%%EOF'.length))) throw new Unreadable('FileHasMore')
  return { type: 'application/pdf', width: null, height: null, content: bytes }
}
