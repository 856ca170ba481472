// Files in a folder, which several nodes may share: 256 folders by the first two digits of the hash. A file has its name only
// once all of it is on the disk.

import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFileHash } from '#core/kernel/files.ts'
import type { FileStore } from '#api/platform/fileStore.ts'
import { syncToDisk } from '#api/stores/privateFile.ts'

export function folderFileStore(folder: string): FileStore {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  return {
    async put(hash, content) {
      const path = pathOf(hash)
      const parent = dirname(path)
      const created = await mkdir(parent, { recursive: true, mode: 0o700 })
      const part = join(parent, `.${randomUUID()}.part`)
      try {
        const file = await open(part, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      syncToDisk(parent)
      if (created !== undefined) syncToDisk(dirname(created))
    },
    async get(hash) {
      const file = await open(pathOf(hash)).catch(nullIfMissing)
      if (!file) return null
      const { size } = await file.stat()
      return { bytes: size, content: file.createReadStream() }
    },
    has: async (hash) => (await stat(pathOf(hash)).catch(nullIfMissing)) !== null,
    delete: (hash) => rm(pathOf(hash), { force: true }),
    async *list() {
      for (const name of (await readdir(folder).catch(nullIfMissing)) ?? [])
        for (const file of (await readdir(join(folder, name)).catch(nullIfMissing)) ?? [])
          if (isFileHash(file)) yield file
    },
  }
}

function nullIfMissing(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
}
