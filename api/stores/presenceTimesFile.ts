// When people were last seen, in a small file beside the log, for an installation of one process.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { type PresenceTimesStore, MAX_PRESENCE_TIMES } from '#api/platform/nodes.ts'

export function presenceTimesFile(file: string): PresenceTimesStore {
  /** A file that is missing or damaged counts as empty. */
  const load = async (): Promise<Map<string, number>> => {
    const text = await readFile(file, 'utf8').catch(() => '{}')
    try {
      return new Map(Object.entries(JSON.parse(text) as Record<string, number>))
    } catch {
      return new Map()
    }
  }
  return {
    load,
    async save(times) {
      const all = await load()
      for (const [id, at] of times) all.set(id, Math.max(at, all.get(id) ?? 0))
      const newest = [...all].toSorted(([, a], [, b]) => b - a).slice(0, MAX_PRESENCE_TIMES)
      await writeFile(`${file}-new`, JSON.stringify(Object.fromEntries(newest)), { mode: 0o600 })
      await rename(`${file}-new`, file)
    },
  }
}
