// Several guests at once: from the lines of a list, or from the contacts of a phone.

import { expect, test } from 'vitest'
import { contactGuest, newGuests, pastedGuests } from '#web/trips/participants/severalGuests.ts'

const names = (text: string, taken: string[] = []) =>
  newGuests(pastedGuests(text), taken).map(({ name }) => name)

test('The lines of a list are names without their bullets and numbers', () => {
  expect(names(' Ann \r\n- Ben\n• Carl\n2) Dee\n10. Eve\n* 王小明')).toEqual([
    ...['Ann', 'Ben', 'Carl', 'Dee', 'Eve', '王小明'],
  ])
  expect(names('3 Musketeers\n-\nJean-Luc'), 'a number alone is no bullet').toEqual([
    ...['3 Musketeers', '-', 'Jean-Luc'],
  ])
  expect(names('x'.repeat(300))[0], 'a name fits').toHaveLength(100)
})

test('Empty lines, doubles and the names of guests are left out, however they are written', () => {
  expect(names('Ann\n\nann\nBEN\nCarl', ['Ben'])).toEqual(['Ann', 'Carl'])
})

test('A contact brings its address and number where the app takes them, and is called by them without a name', () => {
  const guest = { role: 'member', notes: null }
  expect(
    contactGuest({ name: ['Zoë'], email: ['zoe@example.org', 'z@example.org'], tel: ['+852 5555'] }),
  ).toEqual({
    ...{ ...guest, name: 'Zoë', email: 'zoe@example.org', phone: '+852 5555' },
  })
  expect(contactGuest({ name: ['Zoë'], email: ['at home'], tel: [] })).toEqual({
    ...{ ...guest, name: 'Zoë', email: null, phone: null },
  })
  expect(contactGuest({ name: [''], tel: ['+852 5555'] })).toMatchObject({
    name: '+852 5555',
    phone: '+852 5555',
  })
})
