// The endpoints of files. A body is the bytes themselves, and the address is their SHA-256.

import { endpoint } from '#core/kernel/endpoint.ts'
import type { StoredFile } from '#core/kernel/files.ts'

/**
 * Stores the bytes of the body without what a camera wrote beside the picture, such as the place. The hash in the response is
 * that of the stored bytes: it differs from the address where something was taken out, and commands name it.
 */
export const storeFile = endpoint<{ file: StoredFile }>('PUT', '/files/:hash', 201)
/** The bytes, for whoever may read something that refers to them, and for who uploaded them in the last 24 hours. */
export const getFile = endpoint('GET', '/files/:hash')

/** Refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface FileNotes {
  storeFile: {
    refusals:
      | 'NotAFileType'
      | 'MovingPicture'
      | 'FileIsIncomplete'
      | 'FileHasMore'
      | 'TooManyPixels'
      | 'PhotoIsTooLarge'
      | 'PdfIsTooLarge'
      | 'OtherHash'
  }
  getFile: { media: 'application/octet-stream' }
}
