// The arguments of `npm run replay`.

import { isCount } from '#core/kernel/count.ts'
import { parseOptions, UsageError } from '#api/platform/commandLine.ts'

const USAGE = `npm run replay -- <tripId> [--at <n>] [--json]
npm run replay -- --verify

The first prints a trip as it was after change n (default the newest). The second checks every hash chain of the log and
compares every current document with one rebuilt from the log. DATA_DIR, EVENTSTOREDB_URL, REDIS_URL and REDIS_PREFIX say
where the data is, as for the server.`

export interface Request {
  verify: boolean
  tripId: string
  /** undefined for the newest change. */
  changeNumber: number | undefined
  json: boolean
}

/** @throws UsageError */
export function parseReplayArguments(args: string[]): Request {
  const options = { verify: { type: 'boolean' }, at: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseOptions(args, options, USAGE)
  const { verify = false, at, json = false } = values
  const [tripId = '', ...others] = positionals
  const isNumber = at === undefined || isCount(at)
  const isVerifyOnly = verify && tripId === '' && at === undefined && !json
  if (others.length > 0 || !isNumber || (verify ? !isVerifyOnly : tripId === '')) throw new UsageError(USAGE)
  return { verify, tripId, changeNumber: at === undefined ? undefined : Number(at), json }
}
