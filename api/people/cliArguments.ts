// The arguments of `npm run user`.

import { parseOptions, UsageError } from '#api/platform/commandLine.ts'

const USAGE = `npm run user -- add <username> [--email <address>] [--admin]
npm run user -- list
npm run user -- disable <username>
npm run user -- enable <username>
npm run user -- reset-password <username>
npm run user -- prune [--yes]

reset-password also removes the passkeys of the account and signs it out everywhere.

prune lists the accounts without a password that came by a link, wrote nothing and were not used for 90 days; with --yes
it disables them.

A password is asked for, or read from the first line of standard input.
DATA_DIR says where the data is (default ./data), or EVENTSTOREDB_URL where the event database is.`

/** @throws UsageError */
export function parseUserArguments(args: string[]) {
  const options = {
    email: { type: 'string' },
    admin: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseOptions(args, options, USAGE)
  const [command, username = '', ...more] = positionals
  const commands = ['add', 'list', 'disable', 'enable', 'reset-password', 'prune'] as const
  const found = commands.find((name) => name === command)
  const hasName = username !== ''
  const ofAdd = values.email !== undefined || values.admin
  const needsName = found !== 'list' && found !== 'prune'
  const isMisplaced = (ofAdd && found !== 'add') || (values.yes && found !== 'prune')
  if (!found || hasName !== needsName || more.length > 0 || isMisplaced) throw new UsageError(USAGE)
  return { command: found, username, email: values.email ?? null, admin: values.admin, yes: values.yes }
}
