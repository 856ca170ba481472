// The uploads of this page, with the browser's storage and network.

import { proxy } from 'valtio'
import { SESSION_EXPIRED } from '#core/people/contract.ts'
import { uploadFile } from '#web/platform/http/fileRequests.ts'
import { Refused, Unreachable } from '#web/platform/http/http.ts'
import type { DeliveryResult } from '#web/platform/outbox/outboxCommand.ts'
import { type UploadResult, createUploads } from '#web/platform/outbox/uploads.ts'
import type { WaitingFile } from '#web/platform/outbox/waitingFile.ts'
import {
  createMemoryWaitingFileStore,
  indexedDbWaitingFileStore,
} from '#web/platform/outbox/waitingFileStores.ts'
import { tokenOf } from '#web/platform/session/session.ts'
import { storesNothing } from '#web/platform/storage/localStorage.ts'

/** By hash, from 0 to 1, while it is sent; absent otherwise. 1: the server has it. */
export const uploadProgress = proxy<Record<string, number>>({})

export const deviceUploads = createUploads({
  store: storesNothing ? createMemoryWaitingFileStore() : indexedDbWaitingFileStore(),
  send,
  now: () => Date.now(),
  onProgress(hash, part) {
    if (part === null) delete uploadProgress[hash]
    else uploadProgress[hash] = part
  },
})

/** What an attempt came to that has failed. */
export function failedDelivery(error: unknown): Exclude<DeliveryResult, { state: 'done' | 'split' }> {
  if (error instanceof Unreachable) {
    const failure = error.response ? error.message : null
    return { state: 'unreachable', failure, retryAfterMs: error.retryAfterMs }
  }
  if (!(error instanceof Refused)) throw error
  const { status, code, message, fields } = error
  if (status === 401) return { state: 'unauthorized', failure: SESSION_EXPIRED }
  return { state: 'refused', refusal: { status, code, message, fields } }
}

async function send(
  { by, hash, type, bytes }: WaitingFile,
  onProgress: (part: number) => void,
): Promise<UploadResult> {
  const token = tokenOf(by)
  if (token === null) return { state: 'unauthorized', failure: SESSION_EXPIRED }
  try {
    await uploadFile({ hash, type, bytes, token, onProgress })
    return { state: 'done' }
  } catch (error) {
    return failedDelivery(error)
  }
}
