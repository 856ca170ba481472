// What every file store does.

import { beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from '#api/platform/fileStore.ts'
import { jpeg, png, sha256OfBytes } from '#tests/support/pictures.ts'

const photo = jpeg()
const hash = sha256OfBytes(photo)
const other = png()

/** @param open a new, empty store */
export function describeFileStore(name: string, open: () => FileStore | Promise<FileStore>): void {
  describe(name, () => {
    let store: FileStore
    beforeEach(async () => void (store = await open()))

    const read = async (of: string) => {
      const file = await store.get(of)
      if (!file) return null
      const chunks: Buffer[] = []
      for await (const chunk of file.content) chunks.push(chunk as Buffer)
      return { bytes: file.bytes, content: Buffer.concat(chunks) }
    }
    const list = async () => {
      const hashes: string[] = []
      for await (const of of store.list()) hashes.push(of)
      return hashes.toSorted()
    }

    it('A file is read as it was stored', async () => {
      await store.put(hash, photo)
      expect(await read(hash)).toEqual({ bytes: photo.length, content: photo })
      expect(await store.has(hash)).toBe(true)
    })

    it('A file that is stored twice, also at once, is there once', async () => {
      await Promise.all([store.put(hash, photo), store.put(hash, photo)])
      expect(await list()).toEqual([hash])
      expect((await read(hash))?.content).toEqual(photo)
    })

    it('A file that was never stored is not there', async () => {
      expect([await store.get(hash), await store.has(hash)]).toEqual([null, false])
      expect(await list()).toEqual([])
    })

    it('A deleted file is not there, and the others are', async () => {
      await store.put(hash, photo)
      await store.put(sha256OfBytes(other), other)
      await store.delete(hash)
      await store.delete(hash)
      expect([await store.get(hash), await store.has(hash)]).toEqual([null, false])
      expect(await list()).toEqual([sha256OfBytes(other)])
    })

    it('All files are listed, however many they are', async () => {
      const photos = Array.from({ length: 25 }, (_, n) => jpeg({ data: `photo ${n}` }))
      for (const one of photos) await store.put(sha256OfBytes(one), one)
      expect(await list()).toEqual(photos.map(sha256OfBytes).toSorted())
    })
  })
}
