import { expect, it } from 'vitest'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { memoryFileStore } from '#api/platform/fileStore.ts'
import { checkFiles, copyFiles } from '#api/stores/files/copyFiles.ts'
import { jpeg, pdf, sha256OfBytes } from '#tests/support/pictures.ts'

const [photo, ticket, gone] = [jpeg(), pdf(), jpeg({ data: 'gone' })]
const [ofPhoto, ofTicket, ofGone] = [photo, ticket, gone].map(sha256OfBytes) as [string, string, string]

async function* log(): AsyncGenerator<StoredEvent> {
  for (const hash of [ofPhoto, ofTicket, ofGone])
    yield { type: 'FileStored', data: { file: { hash } } } as never
  yield { type: 'FileErased', data: { hash: ofGone } } as never
}

it('A copy has every whole file, and names those that are damaged', async () => {
  const [from, to] = [memoryFileStore(), memoryFileStore()]
  await from.put(ofPhoto, photo)
  await from.put(ofTicket, photo)
  expect(await copyFiles(from, to)).toEqual({ files: 1, bytes: photo.length, damaged: [ofTicket] })
  expect([await to.has(ofPhoto), await to.has(ofTicket)]).toEqual([true, false])
})

it('A check finds what is missing, damaged, and there without an event', async () => {
  const store = memoryFileStore()
  await store.put(ofPhoto, photo)
  await store.put(ofTicket, ticket)
  expect(await checkFiles(log(), store)).toEqual({ files: 2, missing: [], damaged: [], unknown: [] })
  await store.put(ofPhoto, ticket)
  await store.delete(ofTicket)
  await store.put(ofGone, gone)
  expect(await checkFiles(log(), store)).toEqual({
    files: 2,
    missing: [ofTicket],
    damaged: [ofPhoto],
    unknown: [ofGone],
  })
})
