// Builds each service worker as one file: modules it shares with the pages are copied into it instead of imported.

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

/**
 * Puts the build's id and files in place of the name under which a worker declares them.
 * @throws unless the name stands exactly once in the code: another would not be defined when the worker runs
 */
export function withBuild(code: string, name: string, build: { id: string; files: string[] }): string {
  const [before, after, ...others] = code.split(name)
  if (after === undefined || others.length > 0) throw new Error(`The worker must read ${name} exactly once`)
  return `${before}${JSON.stringify(build)}${after}`
}
