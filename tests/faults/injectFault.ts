// The faults of the fault rounds. Each ends by itself within five seconds and leaves everything running.

import { rmSync, writeFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Installation } from '#tests/faults/installation.ts'
import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

export const faults = [
  'kill -9',
  'SIGSTOP',
  'connections reset',
  'connections cut',
  'black hole',
  'lost packets',
  'lost packets of clients',
  'Redis emptied',
  'Redis full',
  'full disk',
  'clock an hour back',
] as const
export type Fault = (typeof faults)[number]

const LONGEST_MS = 5000
const MEGABYTE = Buffer.alloc(1_000_000)

/** The faults that are possible here. */
export function faultsOf({ redis, smallDisk, links }: Installation): Fault[] {
  const isPossible: Partial<Record<Fault, boolean>> = {
    'Redis emptied': redis !== undefined,
    'Redis full': redis !== undefined,
    'full disk': smallDisk !== undefined,
    'lost packets': links.some(({ isOfClients }) => !isOfClients),
  }
  return faults.filter((fault) => isPossible[fault] ?? true)
}

/** Resolves at the end of the fault. @returns what was done to what */
export async function injectFault(
  fault: Fault,
  installation: Installation,
  random: SeededRandom,
): Promise<string> {
  const { victims, links, redis, smallDisk } = installation
  // Most are short, so that a round does not consist of waiting.
  const ms = Math.round(100 + (LONGEST_MS - 100) * random.next() ** 3)
  const victim = random.of(victims)
  const link = random.of(links)
  switch (fault) {
    case 'kill -9':
      await victim.kill9()
      await after(ms / 5)
      await victim.start()
      return `${fault} of ${victim.name}, down for ${Math.round(ms / 5)} ms`
    case 'SIGSTOP': {
      const pid = victim.pid()
      process.kill(pid, 'SIGSTOP')
      await after(ms)
      process.kill(pid, 'SIGCONT')
      return `${fault} of ${victim.name} for ${ms} ms`
    }
    case 'connections reset':
      link.proxy.reset()
      return `${fault}: ${link.name}`
    case 'connections cut':
      link.proxy.cut()
      await after(ms)
      link.proxy.heal()
      return `${fault}: ${link.name} for ${ms} ms`
    case 'black hole': {
      const what = random.of(['all', 'answers'] as const)
      link.proxy.blackhole(what)
      await after(ms)
      link.proxy.heal()
      return `${fault} for ${what}: ${link.name} for ${ms} ms`
    }
    case 'lost packets':
    case 'lost packets of clients': {
      const ofClients = fault === 'lost packets of clients'
      const { name, proxy } = random.of(links.filter(({ isOfClients }) => isOfClients === ofClients))
      proxy.drop()
      await after(ms)
      proxy.heal()
      return `${fault}: ${name} for ${ms} ms`
    }
    case 'Redis emptied':
      await redis!.empty()
      return fault
    case 'Redis full':
      await redis!.setFull(true)
      await after(ms)
      await redis!.setFull(false)
      return `${fault} for ${ms} ms`
    case 'full disk':
      fill(join(smallDisk!, 'ballast'))
      await after(ms)
      rmSync(join(smallDisk!, 'ballast'))
      return `${fault} for ${ms} ms`
    case 'clock an hour back': {
      const pid = random.of(victims.filter(({ hasClock }) => hasClock)).pid()
      process.kill(pid, 'SIGUSR2')
      await after(ms)
      process.kill(pid, 'SIGUSR2')
      return `${fault} for ${ms} ms`
    }
  }
}

/** Writes until there is no room for another byte. */
function fill(file: string): void {
  writeFileSync(file, '')
  const handle = openSync(file, 'a')
  for (let bytes = MEGABYTE; bytes.length > 0;)
    try {
      writeSync(handle, bytes)
    } catch {
      bytes = bytes.subarray(0, bytes.length >> 1)
    }
  closeSync(handle)
}
