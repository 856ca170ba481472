// Who is in the directory, and who finds whom.

import { beforeEach, describe, expect, it } from 'vitest'
import type { User, UserHit } from '#core/people/contract.ts'
import type { AccountEvent } from '#core/people/events.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { activePeople, directory, EVERYBODY, searchPeople } from '#projections/people/directory.ts'
import { users } from '#projections/people/users.ts'
import { recorded } from '#tests/people/given.ts'
import type { Clock, Process } from '#tests/people/processes.ts'
import { asked, newUser, standingClock, startProcess, succeeded } from '#tests/people/processes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'

const person = (username: string, email: string | null = null): AccountEvent => ({
  type: 'UserRegistered',
  data: { userId: `id-of-${username}`, username, email, isAdmin: false },
})

function folded(facts: readonly [fact: AccountEvent, of: string][]) {
  return facts.reduce((doc, [fact, of], i) => {
    const event = recorded(fact, i, undefined, `user-id-of-${of}`)
    return directory.on[fact.type]!(doc, event as never, EVERYBODY) ?? doc
  }, directory.empty(EVERYBODY))
}
const listOf = (...names: string[]) =>
  folded(names.map((name) => [person(name, `${name}@home.example`), name]))

describe('the directory', () => {
  it('is sorted by name, whatever the letter case and the order people came in', () => {
    const names = ['dave', 'Alice', 'bob', 'Émile', 'carol', 'alan']
    const sorted = ['alan', 'Alice', 'bob', 'carol', 'dave', 'Émile']
    expect(activePeople(listOf(...names)).map(({ username }) => username)).toEqual(sorted)
    expect(activePeople(listOf(...names.toReversed())).map(({ username }) => username)).toEqual(sorted)
  })

  it('leaves out who is disabled, until they are enabled', () => {
    const facts: [AccountEvent, string][] = [
      [person('ann'), 'ann'],
      [person('ben'), 'ben'],
      [{ type: 'UserDisabled', data: {} }, 'ann'],
    ]
    expect(activePeople(folded(facts)).map(({ username }) => username)).toEqual(['ben'])
    expect(activePeople(folded([...facts, [{ type: 'UserEnabled', data: {} }, 'ann']]))).toHaveLength(2)
  })

  it('is not changed in place', () => {
    const before = listOf('ann', 'carl')
    const copy = structuredClone(before)
    directory.on['UserRegistered']!(before, recorded(person('ben')) as never, EVERYBODY)
    directory.on['UserDisabled']!(
      before,
      recorded({ type: 'UserDisabled', data: {} }, 0, undefined, 'user-id-of-ann') as never,
      EVERYBODY,
    )
    expect(before).toEqual(copy)
  })
})

describe('a search', () => {
  const people = activePeople(listOf('annabel', 'ann', 'joann', 'Ben', 'Straße'))
  const found = (text: string, limit = 20) =>
    searchPeople(people, text, limit).map(({ username }) => username)

  it('finds a part of the name or the e-mail, in any letter case', () => {
    expect(found('AB')).toEqual(['annabel'])
    expect(found('be')).toEqual(['annabel', 'Ben'])
    expect(found('strasse')).toEqual(['Straße'])
    expect(found('BEN@home')).toEqual(['Ben'])
    expect(found('zz')).toEqual([])
  })

  it('puts the one whose name it is first, and stops at its limit', () => {
    expect(found('ann')).toEqual(['ann', 'annabel', 'joann'])
    expect(searchPeople(activePeople(listOf('aab', 'ab')), 'ab', 1).map(({ username }) => username)).toEqual([
      'ab',
    ])
    expect(found('home', 2)).toHaveLength(2)
  })

  it('takes what was typed as it is', () => {
    for (const text of ['.*', '%', '_nn', '[a-z]', '\\']) expect(found(text), text).toEqual([])
  })
})

describe('an account’s document', () => {
  it('knows who is disabled and keeps their name', () => {
    const doc = users.on['UserRegistered']!(
      users.empty('id-of-ann'),
      recorded(person('ann')) as never,
      'id-of-ann',
    )
    const off = users.on['UserDisabled']!(
      doc!,
      recorded({ type: 'UserDisabled', data: {} }) as never,
      'id-of-ann',
    )
    expect(off).toMatchObject({ id: 'id-of-ann', username: 'ann', disabled: true })
  })
})

describe('the calls', () => {
  const store = createMemoryEventStore()
  const ids: Record<string, string> = {}
  let clock: Clock
  let here: Process
  let token: string

  beforeEach(async () => {
    clock = standingClock()
    here = startProcess(store, { clock })
    for (const name of ['ann', 'ben', 'carl'])
      if (!ids[name]) ids[name] = succeeded(await here.accounts.addUser(newUser(name), asked())).response.id
    token = (await here.signIn('ann', 'correct horse')).token
    await here.caughtUp()
    return () => here.stop()
  })

  const list = async (at = here) => (await at.call('GET', '/users', { token })).body as { data: User[] }
  const one = async (userId: string, at = here) =>
    (await at.call('GET', '/users/:userId', { token, params: { userId } })).body as { data: User }
  const hits = async (q: string, at = here) => {
    const query = new URLSearchParams({ q })
    const body = (await at.call('GET', '/users/search', { token, query })).body as { users: UserHit[] }
    return body.users.map(({ username }) => username)
  }

  it('list everybody, the caller too, with who is online', async () => {
    coversSpec('§7 Users: GET /users')

    const { data } = await list()
    expect(data.map(({ username }) => username)).toEqual(['ann', 'ben', 'carl'])
    expect(data[0]).toEqual({
      id: ids['ann'],
      username: 'ann',
      email: 'ann@example.com',
      isAdmin: false,
      status: 'online',
      lastSeen: '2026-05-02T10:00:00.000Z',
    })
    expect(data[1]).toMatchObject({ status: 'offline', lastSeen: null })
  })

  it('show who was seen a minute ago as offline, with the time', async () => {
    const ben = await here.signIn('ben', 'correct horse')
    await here.call('GET', '/auth/me', { token: ben.token })
    clock.forward(60_000)
    expect((await one(ids['ben']!)).data).toMatchObject({ status: 'online' })
    clock.forward(1)
    expect((await one(ids['ben']!)).data).toMatchObject({
      status: 'offline',
      lastSeen: '2026-05-02T10:00:00.000Z',
    })
  })

  it('do not know an id that nobody has', async () => {
    for (const id of ['x'.repeat(36), '../../etc', '*', ''])
      await expect(one(id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('search from two characters on, and for the first look', async () => {
    coversSpec('§5 Add users to trip: User search', '§9 User search')

    for (const q of ['', 'b', ' b ', 'A'])
      await expect(hits(q), q).rejects.toMatchObject({ status: 400, fields: { q: expect.any(String) } })
    expect(await hits('be')).toEqual(['ben'])
    expect(await hits('a')).toEqual(['ann', 'ben', 'carl'])
    const twice = new URLSearchParams('q=be&q=ca')
    await expect(here.call('GET', '/users/search', { token, query: twice })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('show only connections where the directory is kept to them, and an exact name', async () => {
    const connectionsOf = async (of: string) => new Set(of === ids['ann'] ? [ids['ben']!] : [])
    const shy = startProcess(store, { clock, directory: 'connections', connectionsOf })
    await shy.caughtUp()
    expect((await list(shy)).data.map(({ username }) => username)).toEqual(['ann', 'ben'])
    expect(await hits('example', shy)).toEqual(['ann', 'ben'])
    expect(await hits('car', shy)).toEqual([])
    expect(await hits('Carl', shy)).toEqual(['carl'])
    await expect(one(ids['carl']!, shy)).rejects.toMatchObject({ status: 404 })
    expect((await one(ids['ben']!, shy)).data).toMatchObject({ username: 'ben' })
    await shy.stop()
  })
})
