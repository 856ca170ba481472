// The server wants a client to serve; nobody asks for it while it is measured.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns its folder, made in this one */
export function emptyClient(folder: string): string {
  const client = join(folder, 'client')
  mkdirSync(client, { recursive: true })
  for (const name of ['index.html', 'app.html', 'demo.html'])
    writeFileSync(join(client, name), '<!doctype html><html></html>')
  return client
}
