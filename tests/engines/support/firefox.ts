// Drives Firefox over Marionette, the socket on which it takes WebDriver commands. Debian packages no geckodriver,
// which only translates HTTP into this.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#tests/engines/support/until.ts'
import { type Wire, marionetteNameOf, WebDriverError } from '#tests/engines/support/wire.ts'

/** In addition to those that Firefox sets for automation: a free port, and no requests to the network. */
const preferences: Record<string, unknown> = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

export async function openFirefox(path: string, { isPrivate }: { isPrivate: boolean }): Promise<Wire> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const settings = { ...preferences, 'browser.privatebrowsing.autostart': isPrivate }
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--marionette', '--headless', '--no-remote', '--profile', profile], {
    // Firefox refuses a home folder of another user, which root's can be under sudo.
    env: { ...process.env, HOME: profile },
    stdio: 'ignore',
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const port = await until('Firefox says where it listens', () => portIn(profile))
    const wire = await marionette(port)
    await wire('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
    return {
      // Marionette wraps the result of some commands in `{ value }`.
      async send<Result>(command: Parameters<Wire['send']>[0], parameters = {}) {
        const result = await wire(marionetteNameOf(command), parameters)
        return (hasValue(result) ? result.value : result) as Result
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const hasValue = (result: unknown): result is { value: unknown } =>
  typeof result === 'object' && result !== null && 'value' in result

function portIn(profile: string): number | null {
  try {
    return Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8')) || null
  } catch {
    return null
  }
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown]

/** @returns a function that sends a command and resolves with its result */
async function marionette(port: number): Promise<(name: string, parameters: object) => Promise<unknown>> {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, (answer: Answer) => void>()
  let id = 0
  let greeted = () => {}
  const greeting = new Promise<void>((resolve) => (greeted = resolve))
  readMessages(socket, (message) => {
    if (!Array.isArray(message)) return greeted()
    const answer = message as Answer
    waiting.get(answer[1])?.(answer)
    waiting.delete(answer[1])
  })
  socket.on('close', () => {
    for (const [one, answer] of waiting)
      answer([1, one, { error: 'closed', message: 'Firefox has ended' }, null])
  })
  socket.on('error', () => undefined)
  await greeting
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      id += 1
      waiting.set(id, ([, , error, result]) => {
        if (error) reject(new WebDriverError(error.error, error.message))
        else resolve(result)
      })
      const text = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

/** A message is its length in bytes, a colon, and that many bytes of JSON. */
function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    bytes = Buffer.concat([bytes, data])
    for (;;) {
      const colon = bytes.indexOf(':')
      if (colon === -1) return
      const end = colon + 1 + Number(bytes.subarray(0, colon).toString())
      if (bytes.length < end) return
      onMessage(JSON.parse(bytes.subarray(colon + 1, end).toString()))
      bytes = bytes.subarray(end)
    }
  })
}
