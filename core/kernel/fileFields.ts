// The schema of the files that a body refers to.

import * as v from 'valibot'
import { fileLimits, fileTypes, isFileHash } from '#core/kernel/files.ts'

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
