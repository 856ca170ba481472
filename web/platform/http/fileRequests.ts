// Upload and download of the bytes of photos and files.

import { getFile, storeFile } from '#core/files/contract.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { apiUrl } from '#web/platform/http/apiUrl.ts'
import { Unreachable, storedToken, toFailure } from '#web/platform/http/http.ts'

/** An upload that makes no progress for this long has failed. */
const STALLED_MS = 20_000

interface Upload {
  hash: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  token: string
  /** @param part from 0 to 1 */
  onProgress: (part: number) => void
}

/** By XMLHttpRequest, because fetch tells nothing of the progress. @throws Refused or Unreachable */
export function uploadFile({ hash, type, bytes, token, onProgress }: Upload): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALLED_MS)
    }
    const unreachable = () => reject(new Unreachable())
    request.open(storeFile.method, apiUrl() + endpointPath(storeFile, { hash }))
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', type)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('error', unreachable)
    request.addEventListener('abort', unreachable)
    request.addEventListener('loadend', () => clearTimeout(timer))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) return resolve()
      const retryAfter = request.getResponseHeader('Retry-After')
      const headers = retryAfter === null ? {} : { 'Retry-After': retryAfter }
      toFailure(new Response(responseText, { status, headers }), storeFile).then(reject, unreachable)
    })
    moves()
    request.send(new Blob([bytes], { type }))
  })
}

/** A browser keeps the bytes, which never change. @throws Refused or Unreachable */
export async function downloadFile(hash: string): Promise<Blob> {
  const headers = { Authorization: `Bearer ${storedToken()}` }
  const address = apiUrl() + endpointPath(getFile, { hash })
  const response = await fetch(address, { headers }).catch(() => {
    throw new Unreachable()
  })
  if (!response.ok) throw await toFailure(response, getFile)
  return response.blob().catch(() => {
    throw new Unreachable()
  })
}
