// Workers are one file each: what one shares with the pages comes into it as a copy, not as a chunk to import.

import type { Plugin } from 'vite'

const COPY = '?copy'

export function copyIntoWorkers(): Plugin {
  return {
    name: 'copy-into-workers',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.endsWith('/sw.ts') && !importer?.endsWith(COPY)) return null
      const found = await this.resolve(source, importer.replace(COPY, ''), { skipSelf: true })
      return found && { ...found, id: found.id + COPY }
    },
  }
}
