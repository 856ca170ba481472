// Photos and PDF files for tests, made of the parts that a reader looks at. Nobody can draw them.

import { createHash } from 'node:crypto'

export const sha256OfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const be16 = (n: number) => Buffer.from([n >> 8, n & 0xff])
const be32 = (n: number) => Buffer.from([n >>> 24, (n >> 16) & 0xff, (n >> 8) & 0xff, n & 0xff])
const le32 = (n: number) => Buffer.from(be32(n)).reverse()
const le24 = (n: number) => le32(n).subarray(0, 3)

export const jpegSegment = (marker: number, content: Buffer | string): Buffer => {
  const bytes = typeof content === 'string' ? latin1(content) : content
  return Buffer.concat([Buffer.from([0xff, marker]), be16(bytes.length + 2), bytes])
}

const GPS = 'Exif\0\0MM\0*GPSLatitude 51.5007'
export const EXIF = jpegSegment(0xe1, GPS)

interface Picture {
  width?: number
  height?: number
  /** Segments or chunks before the picture. */
  more?: readonly Buffer[]
  /** Makes one picture unlike another. */
  data?: string
}

export const jpeg = ({ width = 40, height = 30, more = [], data = 'data' }: Picture = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    ...more,
    jpegSegment(
      0xc0,
      Buffer.concat([Buffer.from([8]), be16(height), be16(width), Buffer.from([1, 1, 0x11, 0])]),
    ),
    jpegSegment(0xda, '\x01\x01\0\0?\0'),
    latin1(`${data}\xff\0more\xff\xd0`),
    Buffer.from([0xff, 0xd9]),
  ])

export const pngChunk = (name: string, content: Buffer | string): Buffer => {
  const bytes = typeof content === 'string' ? latin1(content) : content
  return Buffer.concat([be32(bytes.length), latin1(name), bytes, be32(0)])
}

export const png = ({ width = 40, height = 30, more = [], data = 'data' }: Picture = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([be32(width), be32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...more,
    pngChunk('IDAT', data),
    pngChunk('IEND', ''),
  ])

export const webpChunk = (name: string, content: Buffer | string): Buffer => {
  const bytes = typeof content === 'string' ? latin1(content) : content
  return Buffer.concat([latin1(name), le32(bytes.length), bytes, Buffer.alloc(bytes.length % 2)])
}

/** An extended one, which says in its header what else it has. */
export const webp = ({ width = 40, height = 30, more = [] }: Picture = {}, flags = 0x0c): Buffer => {
  const header = Buffer.concat([Buffer.from([flags, 0, 0, 0]), le24(width - 1), le24(height - 1)])
  const size = ((width - 1) | ((height - 1) << 14)) >>> 0
  const chunks = Buffer.concat([
    webpChunk('VP8X', header),
    webpChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), le32(size), latin1('data')])),
    ...more,
  ])
  return Buffer.concat([latin1('RIFF'), le32(chunks.length + 4), latin1('WEBP'), chunks])
}

export const pdf = (text = 'A ticket'): Buffer => latin1(`%PDF-1.7\n${text}\nstartxref\n9\n%%EOF\n`)

export const thumbOf = (bytes: Uint8Array, type = 'jpeg'): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
