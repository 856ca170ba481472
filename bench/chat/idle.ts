// Measures three thousand idle devices: the memory of each, whether it stays constant, and the time in which all
// reconnect after the server is killed.

import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Row } from '#bench/figures.ts'
import type { Program } from '#bench/writePath/program.ts'
import { type Device, openDevice } from '#bench/chat/device.ts'
import { mapConcurrently } from '#bench/chat/population.ts'
import { withinAMinute } from '#bench/withinAMinute.ts'

/** Two heartbeats and more, so that all benches together take half an hour; longer or shorter with IDLE_SECONDS. */
const WHILE_MS = Number(process.env['IDLE_SECONDS'] ?? 60) * 1000

/** A device with a conversation on its screen. */
export interface Listener {
  token: string
  conversationId: string
}

/** A program that reports its memory (preload.ts). */
export interface Measured {
  program: Program
  memoryFile: string
}

/** @param restart starts the product again on the same port */
export async function idle(
  listeners: readonly Listener[],
  product: Measured,
  bare: Measured,
  restart: () => Promise<Program>,
): Promise<Row[]> {
  const one = await listen(product, listeners)
  const each = await one.each()
  await after(WHILE_MS)
  const later = await one.each()
  const other = await listen(bare, listeners)
  const bareEach = await other.each()
  for (const device of other.devices) device.close()

  const gone = Promise.all(one.devices.map((device) => device.gone))
  process.kill(product.program.pid, 'SIGKILL')
  await withinAMinute('all devices to lose their connections', gone)
  const back = Promise.all(listeners.map((listener) => comeBack(product.program.port, listener)))
  await restart()
  const ready = performance.now()
  await withinAMinute('all devices to be live again', back)
  const took = (performance.now() - ready) / 1000

  const count = listeners.length.toLocaleString('en-HK')
  const kilo = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  return [
    {
      name: `memory of each of ${count} idle authenticated sockets in a room ÷ bare Socket.IO`,
      value: each / bareEach,
      unit: '',
      target: '≤ 1.4',
      met: each / bareEach <= 1.4,
      note: `${kilo(each)} and ${kilo(bareEach)}, heap and external after a collection`,
    },
    {
      name: `the same ${WHILE_MS / 1000} s later ÷ at first`,
      value: later / each,
      unit: '',
      target: '≤ 1.05',
      met: later / each <= 1.05,
      note: kilo(later),
    },
    {
      name: `time until all ${count} clients are live after kill -9, from the restarted server’s first listening`,
      value: took,
      unit: 's',
      target: '≤ 10',
      met: took <= 10,
      note: 'clients retry after 1, 2, 4 and 5 s, half of each delay random',
    },
  ]
}

async function listen({ program, memoryFile }: Measured, listeners: readonly Listener[]) {
  const open = (some: readonly Listener[]): Promise<Device[]> =>
    mapConcurrently(some.length, 50, async (n) => {
      const device = openDevice({ port: program.port, ...some[n]! })
      await device.live
      return device
    })
  // The first devices warm up what all of them share.
  for (const device of await open(listeners.slice(0, 300))) device.close()
  await after(1000)
  const before = await held(program, memoryFile)
  const devices = await open(listeners)
  await after(1000)
  return { devices, each: async () => ((await held(program, memoryFile)) - before) / devices.length }
}

/** The bytes that the process holds after a garbage collection. */
async function held({ pid }: Program, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 1200; tries++) {
    await after(50)
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { held: number }).held
    } catch {
      // The file is not there yet, or incomplete.
    }
  }
  throw new Error('Waited a minute for a report of the memory')
}

/** Reconnects with the delays of Socket.IO's client. */
async function comeBack(port: number, listener: Listener): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await after(Math.min(5000, 1000 * 2 ** attempt) * (0.5 + Math.random()))
    try {
      return await openDevice({ port, ...listener }).live
    } catch {
      // The server does not listen yet.
    }
  }
}
