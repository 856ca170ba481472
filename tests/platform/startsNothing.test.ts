// Importing a module of the client starts nothing: web/platform/client.ts does that, once.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { longTimeout } from '#tests/support/timeout.ts'

const folder = join(import.meta.dirname, '../../web/platform')
/** The service worker is a program of its own. */
const programs = ['worker/sw.ts']

const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !programs.includes(file))

test(
  'A module of web/platform can be imported without a browser, and listens to nothing, fetches nothing and sets no timer',
  async () => {
    const started = vi.fn<() => void>()
    for (const name of ['addEventListener', 'fetch', 'setTimeout', 'setInterval', 'requestIdleCallback'])
      vi.stubGlobal(name, started)
    for (const file of modules) await import(join(folder, file))
    vi.unstubAllGlobals()
    expect(started).not.toHaveBeenCalled()
  },
  longTimeout.timeout,
)
