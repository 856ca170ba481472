// Upload and download of files. The bytes of a body are checked while they arrive: what is no photo and no PDF, or too large,
// is refused before the rest is sent.

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as contract from '#core/files/contract.ts'
import { fileStreamType } from '#core/files/decider.ts'
import {
  type FileRefusal,
  HEAD_BYTES,
  fileRefusals,
  inspectFile,
  refuseSize,
  typeOfBytes,
} from '#core/files/inspectFile.ts'
import { type FileType, type StoredFile, fileExtensions, fileLimits } from '#core/kernel/files.ts'
import { digestOf } from '#core/kernel/ids.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { runCommand } from '#core/store/runCommand.ts'
import { type FileAccessDeps, readableFile } from '#api/files/fileAccess.ts'
import { HttpError, rateLimited, unavailable } from '#api/platform/http/httpError.ts'
import { receiveBody } from '#api/platform/http/requestBody.ts'
import { authenticatedRoute, type Route } from '#api/platform/http/route.ts'
import type { Buckets } from '#api/platform/nodes.ts'

interface FileDeps extends FileAccessDeps, Pick<OperationDeps, 'handleCommand'> {
  buckets: Buckets
  /** Whether the disk has room. */
  hasFreeSpace?: (() => Promise<boolean>) | undefined
}

/** After a burst; together with the size of a file this bounds what one person can store without using it. */
const UPLOADS_A_DAY = 500

export function fileRoutes(deps: FileDeps): Route[] {
  const { files, handleCommand, clock, buckets } = deps
  const takeOfMinute = buckets('uploads', fileLimits.uploadsPerMinute / 60, fileLimits.uploadsPerMinute)
  const takeOfDay = buckets('uploadsOfDay', UPLOADS_A_DAY / 86_400, UPLOADS_A_DAY)

  return [
    {
      ...authenticatedRoute(contract.storeFile, async ({ params, by, key, requestId, stream }) => {
        const hash = params['hash']!
        if (!(await takeOfMinute(by.id)) || !(await takeOfDay(by.id)))
          throw closing(rateLimited('You are adding files too fast. Please wait a moment.', 10))
        if (deps.hasFreeSpace && !(await deps.hasFreeSpace()))
          throw closing(
            unavailable('The server has no room for files right now. Please try again later.', 60),
          )
        const bytes = await receiveFile(stream!, hash)
        const inspected = inspectFile(bytes)
        if (typeof inspected === 'string') throw refusal(inspected)
        const { content, ...facts } = inspected
        const stored = content.length === bytes.length ? hash : sha256Of(content)
        const file: StoredFile = { hash: stored, ...facts, bytes: content.length }
        const command = { type: 'StoreFile', file, by: by.id } as const
        const digest = digestOf('PUT', `/files/${hash}`, null)
        const at = new Date(clock()).toISOString()
        const meta = { actor: by.id, at, key, digest, requestId }
        const outcome = await runCommand(handleCommand, fileStreamType, stored, command, meta)
        if (outcome.refusal) throw unavailable('This takes a moment longer. Please try again.')
        await files.put(stored, content)
        return { body: { file }, position: outcome.position }
      }),
      isRaw: true,
    },

    authenticatedRoute(contract.getFile, async ({ params, by }) => {
      const file = await readableFile(deps, params['hash']!, by.id)
      const found = file && (await files.get(file.hash))
      if (!found) throw new HttpError(404, 'NOT_FOUND', 'Not found')
      return { body: found.content, headers: headersOf(file, found.bytes), etag: `"${file.hash}"` }
    }),
  ]
}

/** The bytes never change under their hash. They are shown in a page of the client, and run nothing anywhere. */
const headersOf = ({ hash, type }: StoredFile, bytes: number): Record<string, string> => ({
  'Content-Type': type,
  'Content-Length': String(bytes),
  'Content-Disposition': `${type === 'application/pdf' ? 'attachment' : 'inline'}; filename="${hash.slice(0, 12)}.${fileExtensions[type]}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=31536000, immutable',
})

/** @throws HttpError, as soon as what has arrived cannot be accepted */
async function receiveFile(request: IncomingMessage, hash: string): Promise<Uint8Array> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > fileLimits.pdfBytes) throw refusal('PdfIsTooLarge')
  const digest = createHash('sha256')
  let head = Buffer.alloc(0)
  let type: FileType | null = null
  const bytes = await receiveBody(request, (chunk, size) => {
    digest.update(chunk)
    if (type === null) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
      if (head.length < HEAD_BYTES) return null
      type = typeOfBytes(head)
      if (type === null) return refusal('NotAFileType')
    }
    const tooLarge = refuseSize(type, Math.max(size, announced))
    return tooLarge && refusal(tooLarge)
  })
  if (bytes.length === 0) throw refusal('NotAFileType')
  if (digest.digest('hex') !== hash) throw refusal('OtherHash')
  return bytes
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Closes the connection, because the request may not be read to its end. */
function refusal(name: FileRefusal): HttpError {
  const entry: { status: number; code?: string; text: string } = fileRefusals[name]
  return new HttpError(entry.status, entry.code ?? name, entry.text, { close: true })
}

const closing = (error: HttpError) =>
  new HttpError(error.status, error.code, error.message, { headers: error.headers, close: true })
