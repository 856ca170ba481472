// `npm run simulate -- --seeds 10000`: runs the simulator of people on bad networks (tests/simulator), and writes the
// result to docs/bench.md. `-- --seed 42` repeats one run and publishes nothing. Exits with 1 when a run fails.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { table } from './figures.ts'
import { publish } from './report.ts'

/** Fewer runs prove too little to be published. */
const MIN_PUBLISHED_RUNS = 1000

// `npm run bench` imports every file of this folder, so importing must not start the simulation.
if (import.meta.main) await simulate()

async function simulate(): Promise<void> {
  const args = process.argv.slice(2)
  const child = spawn(process.execPath, ['tests/simulator/run.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    const lines = `${last}${text as string}`.split('\n')
    last = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('{')) last = line
      else console.log(line)
    if (last.startsWith('{')) break
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)))
  if (last.startsWith('{')) publishTotals(JSON.parse(last) as Total, args.join(' '))
  process.exitCode = code ?? 1
}

interface Total {
  runs: number
  failed: number[]
  sent: number
  counts: Record<string, number>
}

function publishTotals({ runs, failed, sent, counts }: Total, args: string): void {
  const plain = (count: number) => count.toLocaleString('en-HK')
  console.log(
    `${plain(runs)} runs, ${plain(failed.length)} failed${failed.length > 0 ? `: ${failed.join(' ')}` : ''}`,
  )
  if (runs < MIN_PUBLISHED_RUNS) return
  const command = `\`npm run simulate -- ${args}\``
  const faults = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([what, times]) => [what, plain(times)])
  publish(
    'Conversations: the simulator',
    [
      {
        name: 'runs in which a message was lost, duplicated, out of order, not shown or not counted',
        value: failed.length,
        unit: '',
        target: '0',
        met: failed.length === 0,
        note: `of ${plain(runs)} runs with ${plain(sent)} messages: ${command}`,
      },
    ],
    `Injected faults:\n\n${table(['fault', 'times'], faults)}`,
  )
}
