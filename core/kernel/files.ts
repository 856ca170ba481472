// The photos and PDF files that messages, expenses and activities refer to: their description, its schema and their limits.
// The bytes are in the file store under their hash, never in an event.

import * as v from 'valibot'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const fileTypes = [...photoTypes, 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

export interface StoredFile {
  /** SHA-256 of the bytes, 64 hex digits. */
  hash: string
  type: FileType
  /** Pixels; null of a PDF. */
  width: number | null
  height: number | null
  bytes: number
}

export interface AttachedFile extends StoredFile {
  /** A small picture as a data URL of a JPEG or WebP, shown until the bytes are there; null of a PDF. */
  thumb: string | null
}

const MB = 1024 * 1024

export const fileLimits = {
  photoBytes: 5 * MB,
  pdfBytes: 10 * MB,
  /** Of all files of a trip, or of a conversation that belongs to none. */
  bytesOfTrip: 200 * MB,
  uploadsPerMinute: 30,
  pixels: 50_000_000,
  /** Longer ones are made to exhaust whoever draws them. */
  side: 16_384,
  thumbBytes: 3 * 1024,
  ofMessage: 10,
  /** Receipts of an expense, attachments of an activity. */
  ofRecord: 10,
  /** An upload that nothing refers to after this time is erased; until then its sender may refer to it. */
  unusedHours: 24,
} as const

export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** The first bytes of a JPEG, or of a WebP, in base64. */
const THUMB = /^data:image\/(?:jpeg;base64,\/9j\/|webp;base64,UklGR.{6}XRUJQ)[A-Za-z0-9+/]*={0,2}$/
const thumbLength = 'data:image/jpeg;base64,'.length + Math.ceil(fileLimits.thumbBytes / 3) * 4

const NOT_A_FILE = 'A file is hash, type, width, height, bytes and thumb'
const isSize = (pixels: number) => Number.isSafeInteger(pixels) && pixels > 0
const size = v.nullable(v.pipe(v.number(NOT_A_FILE), v.check(isSize, NOT_A_FILE)), null)

const attachedFile = v.pipe(
  v.strictObject(
    {
      hash: v.pipe(v.string(NOT_A_FILE), v.check(isFileHash, NOT_A_FILE)),
      type: v.picklist(fileTypes, 'A file is a JPEG, PNG, WebP or PDF'),
      width: size,
      height: size,
      bytes: v.pipe(v.number(NOT_A_FILE), v.check(isSize, NOT_A_FILE)),
      thumb: v.nullable(
        v.pipe(
          v.string(NOT_A_FILE),
          v.check(
            (thumb) => thumb.length <= thumbLength && THUMB.test(thumb),
            'A thumbnail is a JPEG or WebP of at most 3 KB, as a data URL',
          ),
        ),
        null,
      ),
    },
    NOT_A_FILE,
  ),
)

/** As a body sends it. */
export type FileEntry = v.InferInput<typeof attachedFile>

/** Nothing twice. @param what they are called in refusals */
export const attachedFiles = (max: number, what: string) =>
  v.pipe(
    v.array(attachedFile, `${what} must be a list of files`),
    v.maxLength(max, `${what}: at most ${max}`),
    v.check(
      (files) => new Set(files.map(({ hash }) => hash)).size === files.length,
      `${what}: one is there twice`,
    ),
  )

/** As an event has them: absent where there are none. */
export const attached = <Name extends string>(
  name: Name,
  files: readonly AttachedFile[] | null | undefined,
) => (files && files.length > 0 ? { [name]: files } : {}) as { [Key in Name]?: readonly AttachedFile[] }
