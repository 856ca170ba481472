// Starts the reverse proxy of docker-compose.yml: Debian's Caddy with the installation's own configuration.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findOrInstall, findProgram, hintOf, type Wanted } from '#tests/support/program.ts'
import { freePort } from '#tests/support/freePort.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const wanted: Wanted = {
  names: ['caddy'],
  named: 'CADDY',
  packages: ['caddy'],
  purpose: 'Caddy, the reverse proxy, for the tests',
}
export const proxyHint = hintOf(wanted)
export const findOrInstallProxy = () => findOrInstall(wanted)

export interface ProxyServer {
  /** Without a trailing slash. */
  url: string
  port: number
  stop(): Promise<void>
}

/**
 * @param upstreams as host:port
 * @throws Error with the command that installs it, when it is missing
 */
export async function startProxy(upstreams: readonly string[]): Promise<ProxyServer> {
  const path = findProgram(wanted)
  if (!path) throw new Error(proxyHint)
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const [port, admin] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_ADDRESS: url,
    PROXY_BIND: '127.0.0.1',
    PROXY_ADMIN: `127.0.0.1:${admin}`,
    UPSTREAMS: upstreams.join(' '),
  }
  const config = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile']
  const child = spawn(path, ['run', ...config], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit').then(() => process.off('exit', kill))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const end = performance.now() + TIMEOUT_MS
  while (!(await responds(port))) {
    if (child.exitCode === null && performance.now() < end) await pause(20)
    else {
      kill()
      throw new Error(`The proxy did not start:\n${said}`)
    }
  }
  return {
    url,
    port,
    async stop() {
      kill()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
