// The uploads of this page, with the browser's storage and network.

import { proxy } from 'valtio'
import { newKey } from '#web/platform/http/newKey.ts'
import { uploadFile } from '#web/platform/http/fileRequests.ts'
import { failedDelivery, sessionEnded } from '#web/platform/outbox/failedDelivery.ts'
import { type UploadResult, createUploads } from '#web/platform/outbox/uploads.ts'
import type { DeliveryResult, OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'
import { splitRefused } from '#web/platform/outbox/splitRefused.ts'
import { type WaitingFile, filesInBody } from '#web/platform/outbox/waitingFile.ts'
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

async function send(
  { by, hash, type, bytes }: WaitingFile,
  onProgress: (part: number) => void,
): Promise<UploadResult> {
  const token = tokenOf(by)
  if (token === null) return sessionEnded
  try {
    await uploadFile({ hash, type, bytes, token, onProgress })
    return { state: 'done' }
  } catch (error) {
    return failedDelivery(error)
  }
}

/** Uploads the files of a command. @returns null when it can be sent. Never rejects. */
export async function uploadFilesOf(command: OrderedCommand): Promise<DeliveryResult | null> {
  const hindrance = await deviceUploads.uploadAll(command.by, filesInBody(command.body))
  return hindrance?.state === 'refused' ? splitRefused(command, hindrance.refusals, newKey()) : hindrance
}
