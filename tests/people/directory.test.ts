// The directory of people and its search.

import { beforeEach, describe, expect, it } from 'vitest'
import type { User, FoundUser } from '#core/people/contract.ts'
import type { AccountEvent } from '#core/people/events.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { activePeople, directory, DIRECTORY_KEY, searchPeople } from '#projections/people/directory.ts'
import { recorded } from '#tests/support/given.ts'
import { type Process, commandMeta, newUser, startProcess, succeeded } from '#tests/people/processes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'

const person = (username: string, email: string | null = null): AccountEvent => ({
  type: 'UserRegistered',
  data: { userId: `id-of-${username}`, username, email, isAdmin: false },
})

function folded(accountEvents: readonly [accountEvent: AccountEvent, of: string][]) {
  return accountEvents.reduce((doc, [accountEvent, of], i) => {
    const event = { ...recorded(accountEvent, i), stream: `user-id-of-${of}` }
    return directory.on[accountEvent.type]!(doc, event as never, DIRECTORY_KEY) ?? doc
  }, directory.empty(DIRECTORY_KEY))
}
const listOf = (...names: string[]) =>
  folded(names.map((name) => [person(name, `${name}@home.example`), name]))

describe('the directory', () => {
  it('The directory is sorted by name, ignoring letter case and order of arrival', () => {
    const names = ['dave', 'Alice', 'bob', 'Émile', 'carol', 'alan']
    const sorted = ['alan', 'Alice', 'bob', 'carol', 'dave', 'Émile']
    expect(activePeople(listOf(...names)).map(({ username }) => username)).toEqual(sorted)
    expect(activePeople(listOf(...names.toReversed())).map(({ username }) => username)).toEqual(sorted)
  })

  it('The directory leaves out disabled people until they are enabled, and keeps their names', () => {
    const accountEvents: [AccountEvent, string][] = [
      [person('ann'), 'ann'],
      [person('ben'), 'ben'],
      [{ type: 'UserDisabled', data: {} }, 'ann'],
    ]
    const doc = folded(accountEvents)
    expect(activePeople(doc).map(({ username }) => username)).toEqual(['ben'])
    expect(doc.people[0]).toMatchObject({ id: 'id-of-ann', username: 'ann', disabled: true })
    expect(activePeople(folded([...accountEvents, [{ type: 'UserEnabled', data: {} }, 'ann']]))).toHaveLength(
      2,
    )
  })

  it('The directory’s projection leaves the given document unchanged', () => {
    const before = listOf('ann', 'carl')
    const copy = structuredClone(before)
    directory.on['UserRegistered']!(before, recorded(person('ben'), 0) as never, DIRECTORY_KEY)
    const disabled = { ...recorded({ type: 'UserDisabled', data: {} }, 0), stream: 'user-id-of-ann' }
    directory.on['UserDisabled']!(before, disabled as never, DIRECTORY_KEY)
    expect(before).toEqual(copy)
  })
})

describe('a search', () => {
  const people = activePeople(listOf('annabel', 'ann', 'joann', 'Ben', 'Straße', 'Zoë_K'))
  const found = (text: string, limit = 20) =>
    searchPeople(people, text, limit).map(({ username }) => username)

  it('A search finds a part of the name or of the e-mail address, in any letter case', () => {
    expect(found('AB')).toEqual(['annabel'])
    expect(found('be')).toEqual(['annabel', 'Ben'])
    expect(found('strasse')).toEqual(['Straße'])
    expect(found('BEN@home')).toEqual(['Ben'])
    expect(found('zz')).toEqual([])
  })

  it('A search finds each of its words, whatever the accents', () => {
    expect(found('zoe')).toEqual(['Zoë_K'])
    expect(found('k zoë')).toEqual(['Zoë_K'])
    expect(found('zoe home')).toEqual(['Zoë_K'])
    expect(found('zoe ben')).toEqual([])
  })

  it('A search lists the exact name first, and stops at its limit', () => {
    expect(found('ann')).toEqual(['ann', 'annabel', 'joann'])
    expect(searchPeople(activePeople(listOf('aab', 'ab')), 'ab', 1).map(({ username }) => username)).toEqual([
      'ab',
    ])
    expect(found('home', 2)).toHaveLength(2)
  })

  it('A search takes the typed text literally', () => {
    for (const text of ['.*', '%', '_nn', '[a-z]', '\\']) expect(found(text), text).toEqual([])
  })
})

describe('endpoints', () => {
  const store = createMemoryEventStore()
  const ids: Record<string, string> = {}
  let clock: TestClock
  let here: Process
  let token: string

  beforeEach(async () => {
    clock = testClock()
    here = startProcess(store, { clock })
    for (const name of ['ann', 'ben', 'carl'])
      if (!ids[name])
        ids[name] = succeeded(await here.accounts.addUser(newUser(name), commandMeta())).response.id
    token = (await here.signIn('ann', 'correct horse')).token
    await here.caughtUp()
    return () => here.stop()
  })

  /** Ann's only connection is Ben. */
  async function startLimited(): Promise<Process> {
    const connectionsOf = async (of: string) => new Set(of === ids['ann'] ? [ids['ben']!] : [])
    const limited = startProcess(store, { clock, directoryScope: 'connections', connectionsOf })
    await limited.caughtUp()
    return limited
  }
  const list = async (at = here) => (await at.call('GET', '/users', { token })).body as { data: User[] }
  const one = async (userId: string, at = here) =>
    (await at.call('GET', '/users/:userId', { token, params: { userId } })).body as { data: User }
  const search = async (q: string, at = here) => {
    const query = new URLSearchParams({ q })
    return ((await at.call('GET', '/users/search', { token, query })).body as { users: FoundUser[] }).users
  }
  const namesFor = async (q: string, at = here) => (await search(q, at)).map(({ username }) => username)

  it('The directory endpoint lists everybody, the caller included, with their presence', async () => {
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

  it('The directory endpoint shows a person last seen a minute ago as offline, with the time', async () => {
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

  it('The directory endpoint answers an unknown id with not found', async () => {
    for (const id of ['x'.repeat(36), '../../etc', '*', ''])
      await expect(one(id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('The search endpoint searches from two characters on, and returns the first people without a query', async () => {
    coversSpec('§5 Add users to trip: User search', '§9 User search')

    for (const q of ['', 'b', ' b ', 'A'])
      await expect(namesFor(q), q).rejects.toMatchObject({ status: 400, fields: { q: expect.any(String) } })
    expect(await namesFor('be')).toEqual(['ben'])
    expect(await namesFor('a')).toEqual(['ann', 'ben', 'carl'])
    const twice = new URLSearchParams('q=be&q=ca')
    await expect(here.call('GET', '/users/search', { token, query: twice })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('The directory endpoint shows only connections where the directory is limited to them, and an exact name', async () => {
    const limited = await startLimited()
    expect((await list(limited)).data.map(({ username }) => username)).toEqual(['ann', 'ben'])
    expect(await namesFor('example', limited)).toEqual(['ann', 'ben'])
    expect(await namesFor('car', limited)).toEqual([])
    expect(await namesFor('Carl', limited)).toEqual(['carl'])
    await expect(one(ids['carl']!, limited)).rejects.toMatchObject({ status: 404 })
    expect((await one(ids['ben']!, limited)).data).toMatchObject({ username: 'ben' })
    await limited.stop()
  })

  it('A search that finds somebody who is no connection by the exact name does not show the e-mail address', async () => {
    const limited = await startLimited()
    expect(await search('Carl', limited)).toEqual([{ id: ids['carl'], username: 'carl', email: null }])
    expect(await search('carl@example.com', limited)).toEqual([])
    expect(await search('ben', limited)).toMatchObject([{ email: 'ben@example.com' }])
    expect(await search('carl')).toMatchObject([{ email: 'carl@example.com' }])
    await limited.stop()
  })
})
