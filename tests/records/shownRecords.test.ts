// The records of a list with the commands that are about them, for any kind of record.

import { describe, expect, test } from 'vitest'
import { addItem } from '#core/itinerary/contract.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { addGuest, changeGuest, changeRole, handOver, removeGuest } from '#core/trips/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { hasFailed, isHeldUp } from '#web/records/commandStates.ts'
import { isBeingRemoved, isNotAdded, type RecordList, showRecords } from '#web/records/shownRecords.ts'

interface Named {
  id: string
  name: string
}

const list: RecordList<Named> = {
  kind: 'guest',
  compare: (a, b) => (a.name < b.name ? -1 : 1),
  entered: ({ id, body }) => ({ id, name: (body as Named).name }),
}
const [ann, cat] = [
  { id: 'a', name: 'Ann' },
  { id: 'c', name: 'Cat' },
]
const refused = { state: 'refused', error: 'No' } as const
const about = (endpoint: Endpoint, guestId: string, more: Partial<PendingCommand> = {}) =>
  pendingCommand(endpoint, { params: { guestId }, ...more })
const show = (records: Named[], confirmed: Named[], ...commands: PendingCommand[]) =>
  showRecords(list, records, confirmed, commands, { id: 'me', username: 'me' })

describe('the rows of a list', () => {
  test('A row has all commands about its record, oldest first, and none of other kinds', () => {
    const [first, second] = [about(changeGuest, 'c'), about(changeGuest, 'c', { key: 'second' })]
    const rows = show([ann, cat], [ann, cat], first, pendingCommand(addItem, { id: 'a' }), second)
    expect(rows).toEqual([
      { record: ann, commands: [], isAbsent: false },
      { record: cat, commands: [first, second], isAbsent: false },
    ])
  })

  test('What was refused and what is being removed stands in the order of the list, absent', () => {
    const addition = pendingCommand(addGuest, { id: 'b', body: { name: 'Ben' }, ...refused })
    const rows = show([cat], [ann, cat], about(removeGuest, 'a'), addition)
    expect(rows.map(({ record, isAbsent }) => [record.name, isAbsent])).toEqual([
      ['Ann', true],
      ['Ben', true],
      ['Cat', false],
    ])
    expect(rows.map(isBeingRemoved)).toEqual([true, false, false])
    expect(rows.map(isNotAdded)).toEqual([false, true, false])
  })

  test('A refused change of a record that is gone has no row, and one that is under way is not shown', () => {
    const change = about(changeGuest, 'gone', refused)
    expect(show([ann], [ann], change, about(removeGuest, 'gone'))).toEqual([
      { record: ann, commands: [], isAbsent: false },
    ])
  })

  test('The people of a trip have their roles and the hand-over to them as commands, and nobody is added', () => {
    const role = pendingCommand(changeRole, { params: { userId: 'a' } })
    const organizer = pendingCommand(handOver, { body: { userId: 'gone' }, ...refused })
    expect(
      showRecords({ kind: 'participant' }, [ann], [ann], [role, organizer], { id: 'me', username: 'me' }),
    ).toEqual([{ record: ann, commands: [role], isAbsent: false }])
  })
})

test('Commands that wait or were refused hold a change up, and those that are being sent do not', () => {
  const inState = (state: PendingCommand['state']) => [pendingCommand(addGuest, { state })]
  const states = ['sending', 'waiting', 'refused'] as const
  expect(states.map((state) => isHeldUp(inState(state)))).toEqual([false, true, true])
  expect(states.map((state) => hasFailed(inState(state)))).toEqual([false, false, true])
})
