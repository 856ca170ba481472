// What was entered in a form whose command was refused after it had closed.

import { expect, test } from 'vitest'
import { addItem, changeItem, removeItem } from '#core/itinerary/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { correctionOf } from '#web/records/correctionOf.ts'

const refused = { state: 'refused', error: 'No' } as const

test('Pending commands and a refused removal are nothing to correct', () => {
  const pending = [pendingCommand(addItem), pendingCommand(changeItem), pendingCommand(removeItem, refused)]
  expect(correctionOf(pending)).toBeNull()
})

test('A refused addition and the changes after it are corrected together, as one addition', () => {
  const entry = correctionOf([
    pendingCommand(addItem, { ...refused, body: { title: 'Museum', location: 'Taipa' } }),
    pendingCommand(changeItem, { ...refused, body: { title: 'Casino' }, error: 'Not found' }),
  ])
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
  const entry = correctionOf([change('a', 'CONFLICT'), change('b', 'CONFLICT')])!
  expect(entry).toMatchObject({ isNew: false, isConflict: true })
  entry.discard()
  expect(discarded).toEqual(['a', 'b'])
  expect(correctionOf([change('c', 'VALIDATION_ERROR')])!.isConflict).toBe(false)
})
