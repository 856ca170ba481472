// What every store of unsent commands promises. Plain functions that throw, because one adapter is only to be had
// inside a browser.

import type { NewItem } from '#web/platform/outbox/item.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

/** A store that holds nothing yet; `again` opens the same one as after a reload. */
export interface Opened {
  store: OutboxStore
  again(): Promise<OutboxStore>
}

export const outboxStoreContract: Record<string, (opened: Opened) => Promise<void>> = {
  async 'gives the items back as they were, in the order they were added'({ store }) {
    const whole = item('whole', {
      body: { content: 'é 👨‍👩‍👧', nested: [1, null] },
      ifMatch: 7,
      touches: ['/trips'],
    })
    await store.add(whole)
    await store.add(item('without', { body: undefined }))
    const [first, second] = await store.all()
    same({ ...first, order: 0 }, { ...whole, order: 0 })
    same(second!.body, undefined)
    same(second!.order > first!.order, true)
  },

  async 'numbers what is added at once without a tie, in the order it was asked for'({ store }) {
    const names = Array.from({ length: 20 }, (_, i) => `at once ${i}`)
    const added = await Promise.all(names.map((name) => store.add(item(name))))
    same(await keys(store), names)
    same(new Set(added.map(({ order }) => order)).size, names.length)
  },

  async 'keeps what was added through a reload, and goes on counting'({ store, again }) {
    await store.add(item('before'))
    const reopened = await again()
    await reopened.add(item('after'))
    same(await keys(reopened), ['before', 'after'])
  },

  async 'does not count from the beginning when all is gone'({ store, again }) {
    const first = await store.add(item('first'))
    await store.remove('first')
    const second = await (await again()).add(item('second'))
    same(second.order > first.order, true)
  },

  async 'the same key again takes the place of the first, as the last one'({ store }) {
    await store.add(item('twice', { body: 1 }))
    await store.add(item('other'))
    await store.add(item('twice', { body: 2 }))
    same(await keys(store), ['other', 'twice'])
    same((await store.all()).at(-1)!.body, 2)
  },

  async 'a refused one stays in its place and says why'({ store, again }) {
    const refusal = { status: 409, code: 'CONFLICT', message: 'No', fields: { title: 'Wrong' } }
    await store.add(item('refused'))
    await store.add(item('next'))
    await store.refuse('refused', refusal)
    const [first, second] = await (await again()).all()
    same(first!.refusal, refusal)
    same(second!.refusal, null)
  },

  async 'a reopened one goes to the end with its key'({ store }) {
    await store.add(item('refused'))
    await store.add(item('next'))
    await store.refuse('refused', { status: 409, code: 'CONFLICT', message: 'No', fields: {} })
    await store.reopen('refused')
    same(await keys(store), ['next', 'refused'])
    same((await store.all()).at(-1)!.refusal, null)
  },

  async 'what is gone is not brought back by a late refusal or another try'({ store }) {
    await store.add(item('gone'))
    await store.remove('gone')
    await store.refuse('gone', { status: 403, code: 'ACCESS_DENIED', message: 'No', fields: {} })
    await store.reopen('gone')
    await store.remove('gone')
    same(await store.all(), [])
  },

  async 'what it gave may be changed without changing what it keeps'({ store }) {
    const given = item('own', { body: { content: 'as it was' } })
    const added = await store.add(given)
    ;(given.body as { content: string }).content = 'changed'
    ;(added.body as { content: string }).content = 'changed'
    for (const one of await store.all()) (one.body as { content: string }).content = 'changed'
    same((await store.all())[0]!.body, { content: 'as it was' })
  },
}

const keys = async (store: OutboxStore) => (await store.all()).map(({ key }) => key)

function item(key: string, given: Partial<NewItem> = {}): NewItem {
  return {
    key,
    id: `id of ${key}`,
    by: 'ann',
    lane: 'lane',
    call: { method: 'POST', path: '/things/:id', status: 201 },
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
