// `npm start` is one process below npm: ending npm, by hand or by a supervisor, ends the server too.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
let npm: ChildProcess | undefined

afterEach(() => {
  try {
    // Kills the process group, so that a server that outlived npm does not outlive the test.
    if (npm?.pid) process.kill(-npm.pid, 'SIGKILL')
  } catch {
    // All processes had ended already.
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test.skipIf(process.platform === 'win32')(
  'The end of npm ends the server, and npm waits for it',
  async () => {
    const here = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }
    const quick = { DEMO_DATA: 'off', PASSWORD_COST: 'low' }
    const env = { ...process.env, NODE_ENV: 'development', ...here, ...quick }
    const started = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    npm = started
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const found = /http:\/\/\S+:\d+/.exec(said)?.[0]
        if (found) resolve(found)
      })
      started.once('exit', () => reject(new Error(`npm start ended:\n${said}`)))
    })
    expect((await fetch(url)).status).toBe(200)
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    await ended
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)
