// Uploads the files that commands refer to, each once: as soon as it is chosen, and again before its command, which waits for
// it. It uses no browser API, so that tests and the simulator run the same code.

import type { AttachedFile } from '#core/kernel/files.ts'
import type { FailedDelivery } from '#web/platform/outbox/failedDelivery.ts'
import type { SendRefusal } from '#web/platform/outbox/outboxCommand.ts'
import type { WaitingFile, WaitingFileStore } from '#web/platform/outbox/waitingFile.ts'

export type UploadResult = FailedDelivery | { state: 'done' }

export interface UploadPorts {
  store: WaitingFileStore
  /** One attempt, with this person's token. Ends in bounded time and never rejects. */
  send(file: WaitingFile, onProgress: (part: number) => void): Promise<UploadResult>
  /** ms since 1970 */
  now(): number
  /** @param part from 0 to 1; null: nothing is sent now */
  onProgress(hash: string, part: number | null): void
}

/** The server erases after a day what nothing refers to. */
const STAYS_MS = 20 * 60 * 60_000

/** What hinders a command from being sent. */
export type Hindrance =
  | Exclude<UploadResult, { state: 'done' | 'refused' }>
  | { state: 'refused'; refusals: Map<string, SendRefusal> }

export function createUploads({ store, send, now, onProgress }: UploadPorts) {
  const running = new Map<string, Promise<UploadResult>>()
  /** Those that the store could not take. */
  const inMemory = new Map<string, WaitingFile>()

  const idOf = ({ by, hash }: Pick<WaitingFile, 'by' | 'hash'>) => `${by} ${hash}`

  async function find(by: string, hash: string): Promise<WaitingFile | null> {
    return inMemory.get(idOf({ by, hash })) ?? (await store.find(by, hash).catch(() => null))
  }

  async function keep(file: WaitingFile): Promise<void> {
    await store.put(file).then(
      () => inMemory.delete(idOf(file)),
      () => inMemory.set(idOf(file), file),
    )
  }

  async function run(by: string, hash: string): Promise<UploadResult> {
    const file = await find(by, hash)
    // What is not on this device is on the server, or the command says that it is not.
    if (!file) return { state: 'done' }
    if (file.uploadedAt !== null && now() - file.uploadedAt < STAYS_MS) {
      onProgress(hash, 1)
      return { state: 'done' }
    }
    onProgress(hash, 0)
    const result = await send(file, (part) => onProgress(hash, part))
    onProgress(hash, result.state === 'done' ? 1 : null)
    if (result.state === 'done') await keep({ ...file, uploadedAt: now() })
    return result
  }

  /** Joins an upload that runs. */
  function upload(by: string, hash: string): Promise<UploadResult> {
    const id = idOf({ by, hash })
    const before = running.get(id)
    if (before) return before
    const uploading = run(by, hash).finally(() => running.delete(id))
    running.set(id, uploading)
    return uploading
  }

  return {
    /** Resolves when it is stored. */
    add: (by: string, { hash, type }: Pick<AttachedFile, 'hash' | 'type'>, bytes: WaitingFile['bytes']) =>
      keep({ by, hash, type, bytes, uploadedAt: null }),
    upload,
    find,
    /** One after another, because together they are no faster. @returns null when the server has all of them */
    async uploadAll(by: string, files: readonly Pick<AttachedFile, 'hash'>[]): Promise<Hindrance | null> {
      const refusals = new Map<string, SendRefusal>()
      for (const { hash } of files) {
        const result = await upload(by, hash)
        if (result.state === 'refused') refusals.set(hash, result.refusal)
        else if (result.state !== 'done') return result
      }
      return refusals.size > 0 ? { state: 'refused', refusals } : null
    },
    /** Removes those that nothing on this device refers to. Never rejects. */
    async removeUnused(isUsed: (hash: string) => boolean): Promise<void> {
      const hashes = await store.hashes().catch(() => [])
      await Promise.all(
        hashes.filter((hash) => !isUsed(hash)).map((hash) => store.remove(hash).catch(() => {})),
      )
      for (const [id, { hash }] of inMemory) if (!isUsed(hash)) inMemory.delete(id)
    },
  }
}
