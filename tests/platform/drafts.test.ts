// One draft in two tabs of a browser: what each stores, and what its field shows.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Drafts from '#web/platform/storage/drafts.ts'

type Listener = (event: { key: string; newValue: string | null }) => void

const stored = new Map<string, string>()
let tabs: Listener[]
let writing: number

/** A tab's storage tells the others. */
function change(key: string, value: string | null): void {
  if ((stored.get(key) ?? null) === value) return
  if (value === null) stored.delete(key)
  else stored.set(key, value)
  const own = writing
  for (const [tab, listen] of tabs.entries())
    if (tab !== own) inTab(tab, () => listen({ key, newValue: value }))
}

function inTab<Result>(tab: number, run: () => Result): Result {
  const before = writing
  writing = tab
  const result = run()
  writing = before
  return result
}

beforeEach(() => {
  stored.clear()
  tabs = []
  writing = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: change,
    removeItem: (key: string) => change(key, null),
  })
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: Listener) => type === 'storage' && tabs.push(listener),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A tab with the field of this draft. */
async function openField(tab: number) {
  vi.resetModules()
  const { followDrafts, openDraft }: typeof Drafts = await import('#web/platform/storage/drafts.ts')
  followDrafts()
  const draft = inTab(tab, () => openDraft('ann', 'chat'))
  const field = { text: draft.read(), wasSent: false }
  const close = draft.follow((text, before, wasSent) => {
    if (field.text !== before) return false
    Object.assign(field, { text, wasSent })
    return true
  })
  return {
    field,
    close,
    type: (text: string) => inTab(tab, () => draft.save((field.text = text))),
    /** Before the other tab's text has arrived. */
    typeUnseen: (text: string) => void (field.text = text),
    send: () => inTab(tab, () => draft.save((field.text = ''), true)),
  }
}

const draft = () => stored.get('draft:ann:chat') ?? ''

test('A field that was not touched follows the other tab, and is emptied when that sends', async () => {
  const [one, other] = [await openField(0), await openField(1)]
  one.type('Hello')
  expect(other.field.text).toBe('Hello')
  other.type('Hello Ben')
  expect(one.field.text).toBe('Hello Ben')
  one.send()
  expect([other.field.text, other.field.wasSent, draft()]).toEqual(['', true, ''])
})

test('Emptying a draft in one tab does not say that it was sent', async () => {
  const [one, other] = [await openField(0), await openField(1)]
  one.type('Hello')
  one.type('')
  expect(other.field).toEqual({ text: '', wasSent: false })
})

test('A field with another text stays, and the text that it was sent in the other tab empties nothing of it', async () => {
  const [one, other] = [await openField(0), await openField(1)]
  other.typeUnseen('My own')
  one.type('Hello')
  expect(other.field.text).toBe('My own')
  one.send()
  expect(other.field.text).toBe('My own')
})

test('Emptying a draft in one tab does not delete what another tab has written since', async () => {
  const [one, other] = [await openField(0), await openField(1)]
  one.typeUnseen('Mine')
  other.type('Newer')
  one.send()
  expect(draft()).toBe('Newer')
  expect(other.field).toEqual({ text: 'Newer', wasSent: false })
  // The empty field follows again.
  other.type('Newest')
  expect(one.field.text).toBe('Newest')
})

test('A field that opens again adopts what was written meanwhile, and one that is gone is not asked', async () => {
  const [one, other] = [await openField(0), await openField(1)]
  other.close()
  one.type('Hello')
  expect(other.field.text).toBe('')
  expect((await openField(2)).field.text).toBe('Hello')
})
