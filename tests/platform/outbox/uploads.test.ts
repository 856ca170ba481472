// The files of commands: each is uploaded once, and no command is sent before the server has its files.

import { describe, expect, test } from 'vitest'
import type { AttachedFile } from '#core/kernel/files.ts'
import { sendMessage } from '#core/chat/contract.ts'
import { splitRefused } from '#web/platform/outbox/splitRefused.ts'
import { type UploadResult, createUploads } from '#web/platform/outbox/uploads.ts'
import { createMemoryWaitingFileStore } from '#web/platform/outbox/waitingFileStores.ts'
import { waitingFile, waitingFileStoreContract } from '#tests/contracts/waitingFileStore.ts'
import { device, outboxCommand, unreachable } from '#tests/platform/outbox/device.ts'

const refusal = { status: 413, code: 'TOO_LARGE', message: 'A photo has at most 5 MB', fields: {} }
const refused: UploadResult = { state: 'refused', refusal }

function uploading() {
  const sent: string[] = []
  const progress: [string, number | null][] = []
  const server = { answer: async (_hash: string): Promise<UploadResult> => ({ state: 'done' }) }
  const clock = { now: 0 }
  const store = createMemoryWaitingFileStore()
  const open = (of = store) =>
    createUploads({
      store: of,
      now: () => clock.now,
      onProgress: (hash, part) => progress.push([hash, part]),
      async send({ hash }, onProgress) {
        sent.push(hash)
        onProgress(0.5)
        return server.answer(hash)
      },
    })
  return { sent, progress, server, clock, store, open, uploads: open() }
}

const bytes = new Uint8Array([1, 2, 3])
const file = (hash: string) => ({ hash, type: 'image/jpeg' }) as AttachedFile

describe('waiting files in memory', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the contract throws by itself
  test.each(Object.entries(waitingFileStoreContract))('%s', async (_, promise) => {
    const store = createMemoryWaitingFileStore()
    await promise({ store, again: () => store })
  })
})

describe('uploads', () => {
  test('A photo is uploaded once, though it is chosen, sent, and sent again after a reload', async () => {
    const { uploads, sent, open, progress } = uploading()
    await uploads.add('ann', file('a'), bytes)
    const chosen = uploads.upload('ann', 'a')
    expect(await uploads.uploadAll('ann', [file('a')])).toBeNull()
    await chosen
    expect(await open().uploadAll('ann', [file('a')])).toBeNull()
    expect(sent).toEqual(['a'])
    expect(progress).toEqual([
      ['a', 0],
      ['a', 0.5],
      ['a', 1],
      // By the second page, whose tray shows that it is there.
      ['a', 1],
    ])
  })

  test('A photo whose upload was cut off waits on the device, and is uploaded before its command by the next page', async () => {
    const { uploads, server, sent, open } = uploading()
    server.answer = async () => unreachable as UploadResult
    await uploads.add('ann', file('a'), bytes)
    expect(await uploads.uploadAll('ann', [file('a'), file('b')])).toEqual(unreachable)
    server.answer = async () => ({ state: 'done' })
    expect(await open().uploadAll('ann', [file('a')])).toBeNull()
    expect(sent).toEqual(['a', 'a'])
  })

  test('A photo that was uploaded yesterday is uploaded again: the server erases what nothing refers to', async () => {
    const { uploads, clock, sent } = uploading()
    await uploads.add('ann', file('a'), bytes)
    await uploads.upload('ann', 'a')
    clock.now = 24 * 3600_000
    await uploads.upload('ann', 'a')
    expect(sent).toEqual(['a', 'a'])
  })

  test('A photo that the device cannot store is uploaded from memory', async () => {
    const { open, sent } = uploading()
    const broken = { ...createMemoryWaitingFileStore(), put: () => Promise.reject(new Error('full')) }
    const uploads = open(broken)
    await uploads.add('ann', file('a'), bytes)
    expect(await uploads.uploadAll('ann', [file('a')])).toBeNull()
    expect(sent).toEqual(['a'])
  })

  test('All refused photos of a message are known before it is sent, and unused ones leave the device', async () => {
    const { uploads, server, store } = uploading()
    server.answer = async (hash) => (hash === 'c' ? { state: 'done' } : refused)
    for (const hash of ['a', 'b', 'c']) await store.put(waitingFile('ann', hash))
    expect(await uploads.uploadAll('ann', ['a', 'b', 'c'].map(file))).toEqual({
      state: 'refused',
      refusals: new Map([
        ['a', refusal],
        ['b', refusal],
      ]),
    })
    await uploads.removeUnused((hash) => hash === 'b')
    expect(await store.hashes()).toEqual(['b'])
  })
})

describe('a message with a refused photo', () => {
  const message = {
    ...outboxCommand('key'),
    ...{ endpoint: sendMessage, params: { conversationId: 'lane' }, order: 1 },
    body: { content: 'Look', message_type: 'image', client_message_id: 'key', files: ['a', 'b'].map(file) },
  }

  test('Only the refused photo is not sent: the others and the words go without it', async () => {
    const { open, time, server, arrived } = device()
    const split = splitRefused(message, new Map([['b', refusal]]), 'other')
    server.answer = (key) =>
      key === 'key' && arrived.length === 1 ? split : { state: 'done', response: {}, position: '' }
    const tab = open()
    void tab.queue.add(message)
    await time.forward(1000)
    expect(arrived.map(({ key }) => key)).toEqual(['key', 'key'])
    expect(tab.shown()).toEqual(['other refused'])
    expect(split).toMatchObject({
      commands: [
        { key: 'key', body: { content: 'Look', client_message_id: 'key', files: [{ hash: 'a' }] } },
        { key: 'other', refusal, body: { content: '', client_message_id: 'other', files: [{ hash: 'b' }] } },
      ],
    })
  })

  test('A message without another photo stays whole, with its words', () => {
    const both = new Map([
      ['a', refusal],
      ['b', refusal],
    ])
    expect(splitRefused(message, both, 'other')).toEqual(refused)
  })
})
