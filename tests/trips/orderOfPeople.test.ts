// The order of a trip's people on its screen.

import { describe, expect, test } from 'vitest'
import type { UserParticipant } from '#core/trips/responses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { comparePeopleByName, orderOfPeople } from '#web/trips/participants/orderOfPeople.ts'

const person = (name: string, role: UserParticipant['role'] = 'member'): UserParticipant => ({
  id: `id-of-${name}`,
  name,
  role,
  email: null,
})
const namesOf = (users: readonly UserParticipant[], me: string) =>
  users.toSorted(orderOfPeople(`id-of-${me}`)).map(({ name }) => name)

describe('registered users', () => {
  test('The user comes first, then organizer and co-organizers, then everybody by name', () => {
    coversSpec('§2 Participants: A Registered Users list')

    const users = [
      person('zoe', 'co_organizer'),
      person('ben'),
      person('max', 'organizer'),
      person('ann'),
      person('cat'),
      person('abe', 'co_organizer'),
    ]
    expect(namesOf(users, 'cat')).toEqual(['cat', 'max', 'abe', 'zoe', 'ann', 'ben'])
  })

  test('The organizer is not listed twice on their own screen', () => {
    const users = [person('ben'), person('max', 'organizer')]
    expect(namesOf(users, 'max')).toEqual(['max', 'ben'])
  })

  test('Ordering does not change the given list', () => {
    const users = [person('ben'), person('ann')]
    users.toSorted(orderOfPeople(''))
    expect(users.map(({ name }) => name)).toEqual(['ben', 'ann'])
  })
})

describe('by name', () => {
  const sorted = (...names: string[]) => names.map((name) => ({ name, id: name })).sort(comparePeopleByName)

  test('Capitals and accents do not affect the order of names', () => {
    expect(sorted('zoe', 'Élodie', 'eve', 'Ann', 'abe').map(({ name }) => name)).toEqual([
      'abe',
      'Ann',
      'Élodie',
      'eve',
      'zoe',
    ])
  })

  test('Numbers in names are ordered by value, and equal names by id', () => {
    expect(sorted('guest 10', 'guest 9').map(({ name }) => name)).toEqual(['guest 9', 'guest 10'])
    const [first] = [
      { name: 'Mia', id: '2' },
      { name: 'Mia', id: '1' },
    ].sort(comparePeopleByName)
    expect(first?.id).toBe('1')
  })
})
