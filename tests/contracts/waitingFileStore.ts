// The contract of every store of waiting files. Its tests are plain functions that throw, because one adapter exists only
// inside a browser.

import type { WaitingFile, WaitingFileStore } from '#web/platform/outbox/waitingFile.ts'

/** An empty store; `again` opens the same one as after a reload. */
interface Opened {
  store: WaitingFileStore
  again(): WaitingFileStore
}

export const waitingFileStoreContract: Record<string, (opened: Opened) => Promise<void>> = {
  async 'A waiting file is there unchanged after a reload, for the person who chose it'({ store, again }) {
    await store.put(waitingFile('ann', 'a', [1, 2, 255]))
    const found = await again().find('ann', 'a')
    same([...found!.bytes], [1, 2, 255])
    same({ ...found, bytes: null }, { ...waitingFile('ann', 'a'), bytes: null })
    same(await store.find('ben', 'a'), null)
    same(await store.find('ann', 'b'), null)
  },

  async 'A waiting file that is stored again replaces the first'({ store }) {
    await store.put(waitingFile('ann', 'a'))
    await store.put({ ...waitingFile('ann', 'a'), uploadedAt: 7 })
    same((await store.find('ann', 'a'))!.uploadedAt, 7)
    same(await store.hashes(), ['a'])
  },

  async 'A waiting file that is removed is gone for everybody, and no other is'({ store, again }) {
    for (const by of ['ann', 'ben']) for (const hash of ['a', 'b']) await store.put(waitingFile(by, hash))
    await store.remove('a')
    same(await again().hashes(), ['b', 'b'])
    await store.remove('never there')
  },
}

export const waitingFile = (by: string, hash: string, bytes: readonly number[] = [1]): WaitingFile => ({
  ...{ by, hash, type: 'image/jpeg', uploadedAt: null },
  bytes: new Uint8Array(bytes),
})

function same(actual: unknown, expected: unknown): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== wanted) throw new Error(`${is} instead of ${wanted}`)
}
