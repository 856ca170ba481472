// The arguments of `npm run backup`, `npm run restore`, `npm run move`, `npm run files` and `npm run repair`.

import { parseOptions, UsageError } from '#api/platform/commandLine.ts'

export const USAGE = `npm run backup -- <file>
npm run restore -- <file> [--force]
npm run move -- --from sqlite:<file> [--to esdb://<host>:2113?tls=true]
npm run files -- <folder>
npm run repair [-- --write]

A backup is made beside a running server. A restore and a move need it stopped; an interrupted one can be run again.
A backup has photos and files beside it, in <file>.files. npm run files copies those of a folder into the store of FILES_URL.
A repair of broken hash chains says what it would append, and appends it with --write; servers may run meanwhile.
DATA_DIR says where the log is (default ./data), EVENTSTOREDB_URL where it moves to without --to, and what is repaired.`

type Request =
  | { command: 'backup'; file: string }
  | { command: 'restore'; file: string; force: boolean }
  /** Without `to`, to the event store of the settings. */
  | { command: 'move'; from: string; to: string | undefined }
  | { command: 'files'; from: string }
  | { command: 'repair'; write: boolean }

/** @throws UsageError */
export function parseLogArguments([command, ...args]: string[]): Request {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    force: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseOptions(args, options, USAGE)
  const { from, to, force, write } = values
  const [file, ...more] = positionals
  const isAlone = file === undefined && from === undefined && to === undefined && !force
  if (command === 'repair' && isAlone) return { command, write }
  if (write) throw new UsageError(USAGE)
  if (command === 'move' && file === undefined && from !== undefined && !force) return { command, from, to }
  if (file === undefined || more.length > 0 || from !== undefined || to !== undefined)
    throw new UsageError(USAGE)
  if (command === 'backup' && !force) return { command, file }
  if (command === 'files' && !force) return { command, from: file }
  if (command === 'restore') return { command, file, force }
  throw new UsageError(USAGE)
}
