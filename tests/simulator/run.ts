// `npm run simulate -- --seeds 1000`: runs that many seeds in as many threads as cores, and prints what was injected. A
// failed run prints its seed and the differences; `-- --seed 42` repeats it.

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Counts, faultTexts } from '#tests/simulator/faults.ts'
import { simulate } from '#tests/simulator/simulate.ts'

/** The sums over many runs. */
interface Total {
  runs: number
  failed: number[]
  sent: number
  counts: Counts
}

if (isMainThread) await main()
else for (const seed of workerData as number[]) parentPort!.postMessage(await simulate(seed))

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '50' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
    },
  })
  const first = Number(values.seed ?? values.from)
  const count = values.seed === undefined ? Number(values.seeds) : 1
  if (!Number.isSafeInteger(first) || !(count >= 1)) throw new Error('--seeds and --seed want whole numbers')
  const seeds = Array.from({ length: count }, (_, at) => first + at)
  const total: Total = { runs: 0, failed: [], sent: 0, counts: {} }
  const threads = Math.min(availableParallelism(), Math.ceil(count / 10))
  const shares = Array.from({ length: threads }, (_, nr) => seeds.filter((_, at) => at % threads === nr))
  await Promise.all(shares.map((share) => runIn(share, total)))
  console.log(`${total.runs} runs with ${total.sent} messages, failed: ${total.failed.join(' ') || 'none'}`)
  for (const [what, times] of Object.entries(total.counts).sort(([, a], [, b]) => b - a))
    console.log(`${String(times).padStart(8)} × ${faultTexts[what as keyof Counts]}`)
  process.exitCode = total.failed.length > 0 ? 1 : 0
}

function runIn(seeds: readonly number[], total: Total): Promise<void> {
  const worker = new Worker(import.meta.filename, { workerData: seeds })
  worker.on('message', ({ seed, wrong, sent, counts }: Awaited<ReturnType<typeof simulate>>) => {
    total.runs += 1
    total.sent += sent
    for (const [what, times] of Object.entries(counts))
      total.counts[what as keyof Counts] = (total.counts[what as keyof Counts] ?? 0) + times
    if (wrong.length > 0) {
      total.failed.push(seed)
      console.log(`seed ${seed}:\n  ${wrong.join('\n  ')}`)
    }
    if (total.runs % 1000 === 0) console.log(`${total.runs} runs, ${total.failed.length} failed`)
  })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
