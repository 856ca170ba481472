// The photos and PDF files that messages, expenses and activities refer to: their description and their limits.
// The bytes are in the file store under their hash, never in an event.

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const fileTypes = [...photoTypes, 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

export const fileExtensions: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

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

/** As an event has them: absent where there are none. */
export const attached = <Name extends string>(
  name: Name,
  files: readonly AttachedFile[] | null | undefined,
) => (files && files.length > 0 ? { [name]: files } : {}) as { [Key in Name]?: readonly AttachedFile[] }
