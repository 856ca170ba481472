// What was entered in a form whose command was refused after it had closed.

import { expect, test } from 'vitest'
import { addItem, changeItem, removeItem } from '#core/itinerary/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

const endpoints = { add: [addItem], change: [changeItem] }
const refused = { state: 'refused', error: 'No' } as const

test('Pending commands and a refused removal are nothing to correct', () => {
  const pending = [pendingCommand(addItem), pendingCommand(changeItem), pendingCommand(removeItem, refused)]
  expect(refusedEntry(pending, endpoints)).toBeNull()
})

test('A refused addition and the changes after it are corrected together, as one addition', () => {
  const entry = refusedEntry(
    [
      pendingCommand(addItem, { ...refused, body: { title: 'Museum', location: 'Taipa' } }),
      pendingCommand(changeItem, { ...refused, body: { title: 'Casino' }, error: 'Not found' }),
    ],
    endpoints,
  )
  expect(entry).toMatchObject({
    isNew: true,
    body: { title: 'Casino', location: 'Taipa' },
    reason: 'Not found',
  })
})

test('A change that is in conflict with another person’s says so, and correcting it drops what was refused', () => {
  const discarded: string[] = []
  const change = (key: string, code: string) =>
    pendingCommand(changeItem, { ...refused, key, code, discard: () => void discarded.push(key) })
  const entry = refusedEntry([change('a', 'CONFLICT'), change('b', 'CONFLICT')], endpoints)!
  expect(entry).toMatchObject({ isNew: false, isConflict: true })
  entry.discard()
  expect(discarded).toEqual(['a', 'b'])
  expect(refusedEntry([change('c', 'VALIDATION_ERROR')], endpoints)!.isConflict).toBe(false)
})
