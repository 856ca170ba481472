// An operator's folder: the files that docker-compose.yml needs, and .env filled in as docs/operations.md says.

import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @returns the path of a new folder, which the caller removes */
export function operatorsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'))
  for (const file of ['docker-compose.yml', 'deploy']) cpSync(file, join(folder, file), { recursive: true })
  const env = readFileSync('.env.example', 'utf8').replaceAll(
    /^([A-Z_]+)=$/gm,
    (_, name: string) => `${name}=${randomBytes(32).toString('hex')}`,
  )
  writeFileSync(join(folder, '.env'), env)
  return folder
}
