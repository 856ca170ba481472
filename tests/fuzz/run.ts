// `npm run fuzz -- --requests 10000 --seed 42`: sends random requests to the whole product, with a random seed by
// default. A failure prints its seed; exit code 1.

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from '#tests/fuzz/fuzz.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const requests = Number(values.requests)
if (!Number.isSafeInteger(seed) || !(requests >= 1)) throw new Error('--requests and --seed must be integers')
const { failures, succeeded, requests: sent } = await fuzz(seed, requests)
console.log(`seed ${seed}: ${sent} requests, ${succeeded} valid ones succeeded, ${failures.length} failures`)
for (const text of failures) console.error(text)
process.exit(failures.length > 0 ? 1 : 0)
