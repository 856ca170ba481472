// One name has one account, however sign-ups collide or are interrupted.

import { describe, expect, it } from 'vitest'
import { foldName } from '#core/kernel/text.ts'
import { type EventStore, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { directory, DIRECTORY_KEY } from '#projections/people/directory.ts'
import { commandMeta, newUser, startProcess, succeeded } from '#tests/people/processes.ts'
import { testClock } from '#tests/support/clock.ts'

const by = (key?: string) => {
  const { actor: _, ...rest } = commandMeta('', key)
  return rest
}

describe('a sign-up', () => {
  it('A new account can log in, under any spelling of its name', async () => {
    const here = startProcess(createMemoryEventStore())
    succeeded(await here.accounts.addUser(newUser('Ádmin'), by()))
    for (const spelled of ['Ádmin', 'ádmin', 'ÁDMIN', 'A\u0301dmin'])
      expect(await here.accounts.verifyLogin(spelled, 'correct horse'), spelled).toMatchObject({
        user: { username: 'Ádmin' },
      })
    await here.stop()
  })

  it.each([
    ['Admin', 'admin'],
    ['ADMIN', 'admin'],
    ['Straße', 'STRASSE'],
    ['ａｎｎ', 'ann'],
  ])('A sign-up as %s is refused when there is %s', async (second, first) => {
    const here = startProcess(createMemoryEventStore())
    succeeded(await here.accounts.addUser(newUser(first), by()))
    expect(await here.accounts.addUser(newUser(second), by())).toMatchObject({
      refusal: { refused: 'UsernameIsTaken' },
    })
    await here.stop()
  })

  it('A sign-up repeated with its key returns the same account, and with another password it is refused', async () => {
    const here = startProcess(createMemoryEventStore())
    const key = crypto.randomUUID()
    const first = succeeded(await here.accounts.addUser(newUser('ann'), by(key)))
    const again = succeeded(await here.accounts.addUser(newUser('ann'), by(key)))
    expect(again.response).toEqual(first.response)
    expect(again.replayed).toBe(true)
    expect(await here.accounts.addUser(newUser('ann', 'battery staple'), by(key))).toMatchObject({
      refusal: { refused: 'KeyReused' },
    })
    await here.stop()
  })

  it('Exactly one of many concurrent sign-ups gets a name, in one process and in two', async () => {
    for (let round = 0; round < 8; round++) {
      const store = createMemoryEventStore()
      const [here, there] = [startProcess(store), startProcess(store)]
      const names = ['Ann', 'ann', 'ANN', 'aNN']
      const outcomes = await Promise.all(
        names.map((name, i) =>
          (round % 2 && i % 2 ? there : here).accounts.addUser(newUser(name, `password of ${name}`), by()),
        ),
      )
      const winners = names.filter((_, i) => !outcomes[i]!.refusal)
      expect(winners).toHaveLength(1)
      for (const name of names)
        expect(Boolean(await there.accounts.verifyLogin('ann', `password of ${name}`))).toBe(
          name === winners[0],
        )
      await Promise.all([here.stop(), there.stop()])
    }
  })
})

/** The log fails permanently at the nth append, before or after writing it. */
function breaking(store: EventStore, at: number, written: boolean): EventStore {
  let appends = 0
  return {
    ...store,
    async append(...of) {
      if (++appends < at) return store.append(...of)
      if (appends === at && written) await store.append(...of)
      throw new StoreUnavailable('gone')
    },
  }
}

describe.each([
  [1, true],
  [2, false],
  [2, true],
  [3, false],
])('a sign-up interrupted at write %i (written: %s)', (at, written) => {
  async function broken(key: string) {
    const store = createMemoryEventStore()
    const clock = testClock()
    const dying = startProcess(breaking(store, at, written), { clock })
    await expect(dying.accounts.addUser(newUser('ann'), by(key))).rejects.toThrow('gone')
    await dying.stop()
    const here = startProcess(store, { clock })
    return { here, clock, store }
  }

  it('An interrupted sign-up continues with the same key', async () => {
    const key = crypto.randomUUID()
    const { here } = await broken(key)
    expect(await here.accounts.verifyLogin('ann', 'correct horse')).toBeNull()
    succeeded(await here.accounts.addUser(newUser('ann'), by(key)))
    expect(await here.accounts.verifyLogin('ann', 'correct horse')).toMatchObject({
      user: { username: 'ann' },
    })
    await here.stop()
  })

  it('An interrupted sign-up holds the name for a minute, then another person gets it and the first never does', async () => {
    const key = crypto.randomUUID()
    const { here, clock } = await broken(key)
    const late = newUser('ann', 'battery staple')
    expect(await here.accounts.addUser(late, by())).toMatchObject({ refusal: { refused: 'UsernameIsTaken' } })
    clock.forward(60_001)
    succeeded(await here.accounts.addUser(late, by()))
    expect(await here.accounts.addUser(newUser('ann'), by(key))).toMatchObject({
      refusal: { refused: 'UsernameIsTaken' },
    })
    expect(await here.accounts.verifyLogin('ann', 'correct horse')).toBeNull()
    expect(await here.accounts.verifyLogin('ann', 'battery staple')).toMatchObject({
      user: { username: 'ann' },
    })
    await here.stop()
  })

  it('Exactly one of many people gets the name of an interrupted sign-up, the slow first one included', async () => {
    for (let round = 0; round < 4; round++) {
      const key = crypto.randomUUID()
      const { here, clock, store } = await broken(key)
      const there = startProcess(store, { clock })
      clock.forward(60_001)
      const tries = [
        () => here.accounts.addUser(newUser('ann'), by(key)),
        () => here.accounts.addUser(newUser('Ann', 'second of them'), by()),
        () => there.accounts.addUser(newUser('ANN', 'third of them'), by()),
      ]
      const outcomes = await Promise.all(tries.toSorted(() => (round % 2) - 0.5).map((one) => one()))
      expect(outcomes.filter(({ refusal }) => !refusal)).toHaveLength(1)
      const passwords = ['correct horse', 'second of them', 'third of them']
      const lets = await Promise.all(passwords.map((one) => there.accounts.verifyLogin('ann', one)))
      expect(lets.filter(Boolean)).toHaveLength(1)
      expect(await registeredAs(store, 'ann')).toBe(1)
      await Promise.all([here.stop(), there.stop()])
    }
  })
})

async function registeredAs(store: EventStore, name: string): Promise<number> {
  let doc = directory.empty(DIRECTORY_KEY)
  const abort = new AbortController()
  const head = await store.head()
  for await (const batch of store.subscribe({ after: '', signal: abort.signal })) {
    for (const event of batch) doc = directory.on[event.type]?.(doc, event as never, DIRECTORY_KEY) ?? doc
    if (batch.at(-1)!.position >= head) break
  }
  return doc.people.filter((one) => foldName(one.username) === name).length
}
