// Drives WebKitGTK with Debian's WebKitWebDriver over HTTP: each session is a driver and a MiniBrowser of its own. A
// browser under automation is always in private mode.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Parameters, type Wire, pathOf, WebDriverError } from '#tests/engines/support/wire.ts'
import { until } from '#tests/engines/support/until.ts'
import { freePort } from '#tests/support/freePort.ts'

export interface WebKitPrograms {
  driver: string
  browser: string
  /** For example ':99'. */
  display: string
}

const CLOSES_WITHIN_MS = 5000

export async function openWebKit({ driver, browser, display }: WebKitPrograms): Promise<Wire> {
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], {
    // Without these settings it would look for a graphics card at each start.
    env: {
      ...process.env,
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
    // A process group of its own, so that the browser ends with its driver.
    detached: true,
  })
  const base = `http://127.0.0.1:${port}`
  const end = () => endOf(child)
  try {
    await until('WebKitWebDriver listens', () => fetch(`${base}/status`).catch(() => null))
    const { sessionId } = await call<{ sessionId: string }>('POST', `${base}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })
    const session = `${base}/session/${sessionId}`
    return {
      send(command, parameters = {}) {
        const [method, path, rest] = pathOf(command, parameters)
        return call(method, session + path, method === 'POST' ? rest : undefined)
      },
      async close() {
        // The driver sometimes waits forever for a browser that has ended.
        const signal = AbortSignal.timeout(CLOSES_WITHIN_MS)
        await fetch(session, { method: 'DELETE', signal }).catch(() => undefined)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function call<Result>(method: string, url: string, body?: Parameters): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Result }
  if (response.ok) return value
  const { error, message } = value as unknown as { error: string; message: string }
  throw new WebDriverError(error, message)
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
