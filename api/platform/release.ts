// Names the code that runs: the same in all processes of a release, another in each other release.

import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** @param folder with the sources of a server */
export function hashOfSources(folder: string): string {
  const files = globSync('{api,core,projections}/**/*.ts', { cwd: folder }).sort()
  return hash(
    'sha256',
    files.map((file) => `${file}\n${readFileSync(join(folder, file), 'utf8')}`).join('\n'),
  )
}

/** Read once, at the start, because an upgrade may replace the files of a running process. */
export const release = { hash: hashOfSources(ROOT) }
