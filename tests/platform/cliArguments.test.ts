// The command-line tools refuse arguments that they do not understand, instead of guessing.

import { expect, test } from 'vitest'
import { parseReplayArguments } from '#api/history/cliArguments.ts'
import { parseUserArguments } from '#api/people/cliArguments.ts'
import { UsageError } from '#api/platform/commandLine.ts'
import { parseLogArguments } from '#api/stores/cliArguments.ts'

const refusal = (parse: (args: string[]) => unknown, args: string[]): Error => {
  try {
    parse(args)
  } catch (error) {
    return error as Error
  }
  return expect.fail('accepted')
}

test.each([
  [[]],
  [['destroy', 'ann']],
  [['add']],
  [['list', 'ann']],
  [['add', 'ann', 'ben']],
  [['add', 'ann', '--root']],
  [['disable', 'ann', '--admin']],
])('npm run user refuses the arguments %j and prints its commands', (args) => {
  const error = refusal(parseUserArguments, args)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toContain('npm run user -- add <username>')
})

test.each([
  [[]],
  [['--at', '1']],
  [['trip', '--at', '0']],
  [['trip', '--verify']],
  [['--verify', '--json']],
  [['trip', 'more']],
])('npm run replay refuses the arguments %j and prints its commands', (args) => {
  const error = refusal(parseReplayArguments, args)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toContain('npm run replay -- <tripId>')
})

test.each([
  [['backup']],
  [['backup', 'a', '--force']],
  [['backup', 'a', '--to', 'b']],
  [['restore', 'a', 'b']],
  [['restore', 'a', '--from', 'b']],
  [['move', '--to', 'b']],
  [['move', 'a', '--from', 'b']],
  [['move', '--from', 'a', '--force']],
  [['copy', 'a']],
  [['repair', 'a']],
  [['repair', '--force']],
  [['backup', 'a', '--write']],
])('Backup, restore, move and repair refuse the arguments %j and print their commands', (args) => {
  const error = refusal(parseLogArguments, args)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toContain('npm run backup')
})
