// `npm run user`: creates and manages accounts for the operator. Works on the same log as a running server, which
// follows the changes at once. Exit code 0: done; 1: refused or failed; 2: bad arguments.

import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import * as v from 'valibot'
import { digestOf } from '#core/kernel/ids.ts'
import { toRefusalResponse } from '#core/kernel/refusalResponse.ts'
import { peopleRefusals } from '#core/people/contract.ts'
import { NewPasswordBody, RegisterBody } from '#core/people/signUp.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createCodec } from '#core/store/codec.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { parseBody } from '#core/kernel/parseBody.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { directory, DIRECTORY_KEY } from '#projections/people/directory.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { readEnv } from '#api/env.ts'
import { createAccounts, type Accounts } from '#api/people/accounts.ts'
import { parseUserArguments } from '#api/people/cliArguments.ts'
import { findUnusedAccounts } from '#api/people/unusedAccounts.ts'
import { createPasswords } from '#api/people/passwords.ts'
import { runTool } from '#api/platform/commandLine.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'

await runTool(run)

async function run(args: string[]): Promise<number> {
  const { command, username, email, admin, yes } = parseUserArguments(args)
  const env = readEnv()
  const codec = createCodec(peopleUpcasts)
  const store = await openEventStore({ ...env, onError: () => undefined })
  try {
    // Fails before a password is asked for when the log cannot be reached.
    await store.head()
    const reader = createStreamReader(store, codec)
    const handleCommand = createCommandHandler({ store, codec, reader, waitToRetry })
    const passwords = createPasswords({ cost: env.passwordCost })
    const accounts = createAccounts({ handleCommand, reader, passwords, clock: Date.now })
    switch (command) {
      case 'list':
        return await list()
      case 'add':
        return await add(accounts, { username, email, isAdmin: admin })
      case 'disable':
        return report(await accounts.disableUser(username, newRequest(command)), `${username} is disabled`)
      case 'enable':
        return report(
          await accounts.enableUser(username, newRequest(command)),
          `${username} is enabled again`,
        )
      case 'reset-password':
        return await resetPassword(accounts, username)
      case 'prune':
        return await prune(store, accounts, yes)
    }
  } finally {
    await store.close()
  }

  async function list(): Promise<number> {
    const readStore = createMemoryReadStore()
    const onError = (error: unknown) => {
      throw error
    }
    const failed = Promise.withResolvers<never>()
    const projections = [directory]
    const runner = startRunner({ store, codec, readStore, projections, onError, onRetry: failed.reject })
    await Promise.race([runner.ready, failed.promise]).finally(runner.stop)
    const people = (await readStore.get(directory, DIRECTORY_KEY))?.people ?? []
    if (people.length === 0) console.log('There are no users yet')
    for (const name of people) {
      const flags = [name.isAdmin ? 'admin' : '', name.disabled ? 'disabled' : '']
      console.log([name.username.padEnd(20), name.email ?? '-', ...flags.filter(Boolean)].join('  '))
    }
    return 0
  }
}

async function add(
  accounts: Accounts,
  { username, email, isAdmin }: { username: string; email: string | null; isAdmin: boolean },
): Promise<number> {
  if (await accounts.findActive(username)) throw new Error(peopleRefusals.UsernameIsTaken.text)
  // Validates the name before asking for a password twice.
  const named = valid(v.pick(RegisterBody, ['username', 'email']), { username, email })
  const { password } = valid(NewPasswordBody, { password: await askPassword(`Password for ${username}`) })
  const user = { ...named, password, isAdmin }
  return report(
    await accounts.addUser(user, newRequest('add')),
    `Added ${user.username}${isAdmin ? ', an admin' : ''}`,
  )
}

async function prune(store: EventStore, accounts: Accounts, isConfirmed: boolean): Promise<number> {
  const unused = await findUnusedAccounts(store, Date.now())
  if (unused.length === 0) console.log('No account without a password is unused for 90 days')
  for (const { username, displayName, lastUsedAt } of unused) {
    if (isConfirmed) report(await accounts.disableUser(username, newRequest('prune')), `Disabled ${username}`)
    else console.log([username.padEnd(20), displayName, `last used on ${lastUsedAt.slice(0, 10)}`].join('  '))
  }
  if (unused.length > 0 && !isConfirmed) console.log('Run it again with --yes to disable them')
  return 0
}

async function resetPassword(accounts: Accounts, username: string): Promise<number> {
  const { password } = valid(NewPasswordBody, { password: await askPassword(`New password for ${username}`) })
  const outcome = await accounts.resetPassword(username, password, newRequest('reset-password'))
  return report(outcome, `${username} has a new password, no passkeys, and is signed out everywhere`)
}

function valid<Body>(schema: v.GenericSchema<unknown, Body>, input: unknown): Body {
  const parsed = parseBody(schema, input)
  if ('refused' in parsed) throw new Error(Object.values(parsed.fields ?? {}).join('\n'))
  return parsed.value
}

function report(outcome: CommandOutcome<unknown>, text: string): number {
  if (outcome.refusal) throw new Error(toRefusalResponse(outcome.refusal, peopleRefusals).message)
  console.log(text)
  return 0
}

/** Each run is a request of its own: running it again decides again. */
function newRequest(command: string) {
  const key = randomUUID()
  return {
    actor: 'system',
    key,
    digest: digestOf('POST', `user ${command}`, {}),
    requestId: key,
  }
}

/**
 * Reads a password without echo, or from standard input; never from an argument, which every process could read.
 * @throws Error when the two passwords differ, none is given, or the person cancels
 */
async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const password = await askOnce(`${prompt}: `)
  if ((await askOnce('Repeat the password: ')) !== password) throw new Error('The two passwords differ')
  return password
}

async function firstLine(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const line = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new Error('There is no password on standard input')
  return line
}

/** Readline handles the editing keys; its output goes nowhere. */
async function askOnce(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines.once('close', () => reject(new Error('Nothing was changed')))
      lines.question('').then(resolve, reject)
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
