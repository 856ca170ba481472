// The arguments of `npm run backup`, `npm run restore` and `npm run move`.

import { parseOptions, UsageError } from '#api/platform/commandLine.ts'

export const USAGE = `npm run backup -- <file>
npm run restore -- <file> [--force]
npm run move -- --from sqlite:<file> [--to esdb://<host>:2113?tls=true]

A backup is made beside a running server. A restore and a move need it stopped; an interrupted one can be run again.
DATA_DIR says where the log is (default ./data), EVENTSTOREDB_URL where it moves to without --to.`

type Request =
  | { command: 'backup'; file: string }
  | { command: 'restore'; file: string; force: boolean }
  /** Without `to`, to the event store of the settings. */
  | { command: 'move'; from: string; to: string | undefined }

/** @throws UsageError */
export function parseLogArguments([command, ...args]: string[]): Request {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    force: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseOptions(args, options, USAGE)
  const { from, to, force } = values
  const [file, ...more] = positionals
  if (command === 'move' && file === undefined && from !== undefined && !force) return { command, from, to }
  if (file === undefined || more.length > 0 || from !== undefined || to !== undefined)
    throw new UsageError(USAGE)
  if (command === 'backup' && !force) return { command, file }
  if (command === 'restore') return { command, file, force }
  throw new UsageError(USAGE)
}
