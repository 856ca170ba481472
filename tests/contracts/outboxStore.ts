// The contract of every outbox store. Its tests are plain functions that throw, because one adapter exists only inside
// a browser.

import type { OutboxCommand } from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

/** An empty store; `again` opens the same one as after a reload. */
export interface Opened {
  store: OutboxStore
  again(): Promise<OutboxStore>
}

export const outboxStoreContract: Record<string, (opened: Opened) => Promise<void>> = {
  async 'The outbox store returns its commands unchanged in the order they were added'({ store }) {
    const whole = outboxCommand('whole', {
      body: { content: 'é 👨‍👩‍👧', nested: [1, null] },
      ifMatch: 7,
      touches: ['/trips'],
    })
    await store.add(whole)
    await store.add(outboxCommand('without', { body: undefined }))
    const [first, second] = await store.all()
    same({ ...first, order: 0 }, { ...whole, order: 0 })
    same(second!.body, undefined)
    same(second!.order > first!.order, true)
  },

  async 'The outbox store numbers concurrent additions uniquely, in the order of the calls'({ store }) {
    const names = Array.from({ length: 20 }, (_, i) => `at once ${i}`)
    const added = await Promise.all(names.map((name) => store.add(outboxCommand(name))))
    same(await keys(store), names)
    same(new Set(added.flat().map(({ order }) => order)).size, names.length)
  },

  async 'The outbox store keeps its commands through a reload, and continues its numbers'({ store, again }) {
    await store.add(outboxCommand('before'))
    const reopened = await again()
    await reopened.add(outboxCommand('after'))
    same(await keys(reopened), ['before', 'after'])
  },

  async 'The outbox store continues its numbers when all commands are removed'({ store, again }) {
    const [first] = await store.add(outboxCommand('first'))
    await store.remove('first')
    const [second] = await (await again()).add(outboxCommand('second'))
    same(second!.order > first!.order, true)
  },

  async 'The outbox store adds several commands in their order, or none of them'({ store }) {
    await store.add(outboxCommand('b', { body: 1 }))
    const added = await store.add(...['a', 'b', 'c'].map((key) => outboxCommand(key)))
    same(await keys(store), ['a', 'b', 'c'])
    same(added, await store.all())
    const uncloneable = outboxCommand('e', { body: () => undefined })
    await store.add(outboxCommand('d'), uncloneable).catch(() => undefined)
    same(await keys(store), ['a', 'b', 'c'])
  },

  async 'A command added again under its key replaces the first, as the last command'({ store }) {
    await store.add(outboxCommand('twice', { body: 1 }))
    await store.add(outboxCommand('other'))
    await store.add(outboxCommand('twice', { body: 2 }))
    same(await keys(store), ['other', 'twice'])
    same((await store.all()).at(-1)!.body, 2)
  },

  async 'A refused command keeps its place and its reason'({ store, again }) {
    const refusal = { status: 409, code: 'CONFLICT', message: 'No', fields: { title: 'Wrong' } }
    await store.add(outboxCommand('refused'))
    await store.add(outboxCommand('next'))
    await store.refuse('refused', refusal)
    const [first, second] = await (await again()).all()
    same(first!.refusal, refusal)
    same(second!.refusal, null)
  },

  async 'A reopened command goes to the end with its key'({ store }) {
    await store.add(outboxCommand('refused'))
    await store.add(outboxCommand('next'))
    await store.refuse('refused', { status: 409, code: 'CONFLICT', message: 'No', fields: {} })
    await store.reopen('refused')
    same(await keys(store), ['next', 'refused'])
    same((await store.all()).at(-1)!.refusal, null)
  },

  async 'A removed command is not restored by a late refusal or retry'({ store }) {
    await store.add(outboxCommand('gone'))
    await store.remove('gone')
    await store.refuse('gone', { status: 403, code: 'ACCESS_DENIED', message: 'No', fields: {} })
    await store.reopen('gone')
    await store.remove('gone')
    same(await store.all(), [])
  },

  async 'A change of a returned command does not change the stored one'({ store }) {
    const given = outboxCommand('own', { body: { content: 'as it was' } })
    const [added] = await store.add(given)
    ;(given.body as { content: string }).content = 'changed'
    ;(added!.body as { content: string }).content = 'changed'
    for (const one of await store.all()) (one.body as { content: string }).content = 'changed'
    same((await store.all())[0]!.body, { content: 'as it was' })
  },
}

const keys = async (store: OutboxStore) => (await store.all()).map(({ key }) => key)

function outboxCommand(key: string, given: Partial<OutboxCommand> = {}): OutboxCommand {
  return {
    key,
    id: `id of ${key}`,
    by: 'ann',
    lane: 'lane',
    endpoint: { method: 'POST', path: '/things/:id', status: 201 },
    params: { id: 'thing' },
    body: {},
    ifMatch: undefined,
    touches: [],
    at: '2026-05-02T10:00:00.000Z',
    refusal: null,
    ...given,
  }
}

function same(given: unknown, wanted: unknown): void {
  const text = (value: unknown) => JSON.stringify(sorted(value)) ?? 'undefined'
  if (text(given) !== text(wanted)) throw new Error(`It gave ${text(given)} instead of ${text(wanted)}`)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
