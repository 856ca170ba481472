// The rights of the Redis account in docker-compose.yml, for tests with a Redis of their own.

import { readFileSync } from 'node:fs'

/** @returns the rules of an ACL user, whose keys and channels begin with the prefix */
export function accountRights(prefix: string): string[] {
  const compose = readFileSync('docker-compose.yml', 'utf8')
  const commands = [...compose.matchAll(/^ +- (\+@?\w+)$/gm)].map(([, rule]) => rule!)
  return [`~${prefix}*`, `&${prefix}*`, ...commands]
}
