// `npm run faults -- --rounds 500`: plays rounds of faults with real processes, and prints the totals. A failed round prints
// its store and its seed; `-- --store sqlite --seed 42 --rounds 1` plays that fault again, though not every interleaving of
// the processes.

import { parseArgs } from 'node:util'
import { setup as buildClient } from '#tests/support/clientBuild.ts'
import { findOrInstallRedis, redisHint } from '#tests/support/redisServer.ts'
import { endServers } from '#tests/support/server.ts'
import { type Fault, faultsOf } from '#tests/faults/injectFault.ts'
import { type Installation, install, type StoreName, stores } from '#tests/faults/installation.ts'
import { playRound, type Round } from '#tests/faults/playRound.ts'

/** The sums over the rounds with one store. */
interface Total {
  rounds: number
  /** Seeds. */
  failed: number[]
  acknowledged: number
  unanswered: number
  reads: number
  /** For each fault, how long each recovery took in ms. */
  recoveries: Record<string, number[]>
}

/** An installation is replaced after so many rounds, so that its log stays short. */
const ROUNDS_EACH = 25

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', default: 'both' },
  },
})
const rounds = Number(values.rounds)
const firstSeed = Number(values.seed)
const wanted = stores.filter((store) => values.store === 'both' || values.store === store)
if (!(rounds >= 1) || !Number.isSafeInteger(firstSeed) || wanted.length === 0)
  throw new Error('--rounds and --seed want whole numbers, --store wants sqlite, eventstore or both')
if (wanted.includes('eventstore') && !findOrInstallRedis()) throw new Error(redisHint)

buildClient()
const totals: Partial<Record<StoreName, Total>> = {}
for (const store of wanted)
  totals[store] = { rounds: 0, failed: [], acknowledged: 0, unanswered: 0, reads: 0, recoveries: {} }
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const installations = new Map<StoreName, { installation: Installation; rounds: number }>()
try {
  for (let n = 0; n < rounds && !stop.signal.aborted; n++) {
    const seed = firstSeed + n
    await playOne(wanted[seed % wanted.length]!, seed)
  }
} finally {
  for (const { installation } of installations.values()) await installation.end()
  await endServers()
}
for (const [store, total] of Object.entries(totals)) printTotal(store, total)
process.exit(Object.values(totals).some(({ failed }) => failed.length > 0) ? 1 : 0)

async function playOne(store: StoreName, seed: number): Promise<void> {
  let what: Fault | 'start of an installation' = 'start of an installation'
  try {
    const installation = await installationOf(store)
    const possible = faultsOf(installation)
    // In turn, for either store.
    const fault = (what = possible[(seed >> 1) % possible.length]!)
    count(store, seed, fault, await playRound(installation, fault, seed))
  } catch (error) {
    fail(store, seed, what, [String(error instanceof Error ? error.stack : error)])
  }
}

/** A failed round may leave an installation in any state, so it gets a new one. */
async function installationOf(store: StoreName): Promise<Installation> {
  const there = installations.get(store)
  if (there && there.rounds < ROUNDS_EACH) {
    there.rounds += 1
    return there.installation
  }
  installations.delete(store)
  await there?.installation.end()
  const installation = await install(store)
  installations.set(store, { installation, rounds: 1 })
  return installation
}

function count(store: StoreName, seed: number, fault: Fault, round: Round): void {
  const { description, wrong, recoveryMs, acknowledged, unanswered, reads } = round
  const total = totals[store]!
  total.rounds += 1
  total.acknowledged += acknowledged
  total.unanswered += unanswered
  total.reads += reads
  ;(total.recoveries[fault] ??= []).push(Math.round(recoveryMs))
  console.log(
    `${store}, seed ${seed}: ${description}; working again after ${Math.round(recoveryMs)} ms, ${acknowledged} commands, ${unanswered} first without an answer, ${reads} reads`,
  )
  if (wrong.length > 0) fail(store, seed, description, wrong)
}

function fail(store: StoreName, seed: number, description: string, wrong: readonly string[]): void {
  totals[store]!.failed.push(seed)
  console.log(`FAILED ${store}, seed ${seed}: ${description}\n  ${wrong.slice(0, 20).join('\n  ')}`)
  const there = installations.get(store)
  if (there) there.rounds = ROUNDS_EACH
}

function printTotal(store: string, { failed, recoveries, ...sums }: Total): void {
  const { rounds, acknowledged, unanswered, reads } = sums
  console.log(
    `${store}: ${rounds} rounds, failed seeds: ${failed.join(' ') || 'none'}; ${acknowledged} commands, ${unanswered} first without an answer, ${reads} reads`,
  )
  for (const [fault, times] of Object.entries(recoveries)) {
    const sorted = times.toSorted((a, b) => a - b)
    const median = sorted[sorted.length >> 1]!
    console.log(`  ${fault}: ${times.length} recoveries, median ${median} ms, longest ${sorted.at(-1)} ms`)
  }
}
