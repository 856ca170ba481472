// `npm run faults -- --rounds 500`: plays rounds of faults with real processes (tests/faults), and writes the result to
// docs/bench.md. `-- --store sqlite --seed 42 --rounds 1` repeats one fault and publishes nothing. Exits with 1 when a
// round fails.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Total } from '#tests/support/faultTotals.ts'
import { atMost, table, type Row } from './figures.ts'
import { publish } from './report.ts'

/** Fewer rounds prove too little to be published. */
const MIN_PUBLISHED_ROUNDS = 100
const RECOVERS_WITHIN_S = 5

async function play(): Promise<void> {
  const child = spawn(process.execPath, ['tests/faults/run.ts', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The run ends its processes first, and prints what it has.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal))
  const exited = once(child, 'exit') as Promise<[number | null]>
  let last = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    const lines = `${last}${text as string}`.split('\n')
    last = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('{')) publishTotals(JSON.parse(line) as Record<string, Total>)
      else console.log(line)
  }
  const [code] = await exited
  process.exitCode = code ?? 1
}

function publishTotals(totals: Record<string, Total>): void {
  for (const [store, total] of Object.entries(totals)) {
    console.log(`${store}: ${plain(total.rounds)} rounds, failed seeds: ${total.failed.join(' ') || 'none'}`)
    if (total.rounds < MIN_PUBLISHED_ROUNDS) continue
    publish(`faults: ${store}`, rowsOf(total), faultTable(total))
  }
}

function rowsOf({ rounds, failed, acknowledged, unanswered, reads, recoveries }: Total): Row[] {
  const longest = (of: readonly number[]) => of.reduce((most, ms) => Math.max(most, ms), 0) / 1000
  return [
    {
      ...atMost(0, '', 'rounds that broke a rule', failed.length),
      note: `of ${plain(rounds)} rounds: ${plain(acknowledged)} commands acknowledged, ${plain(unanswered)} without an answer at first, ${plain(reads)} reads`,
    },
    atMost(
      RECOVERS_WITHIN_S,
      's',
      'longest recovery after the end of a fault',
      longest(Object.values(recoveries).flat()),
    ),
  ]
}

function faultTable({ recoveries }: Total): string {
  const lines = Object.entries(recoveries).map(([fault, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [fault, plain(times.length), plain(sorted[sorted.length >> 1]!), plain(sorted.at(-1)!)]
  })
  return table(['fault', 'rounds', 'recovery, median in ms', 'longest'], lines)
}

const plain = (count: number) => count.toLocaleString('en-HK')

// At the end of the file, where its constants have their values. `npm run bench` imports every file of this folder, so
// importing must not start the rounds.
if (import.meta.main) await play()
