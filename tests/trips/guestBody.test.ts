// The request body of a guest's form.

import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { guestBody } from '#web/trips/participants/guestList.ts'

const gus = { name: 'Gus', role: 'member', email: 'gus@example.com', phone: null, notes: null } as const

test('An empty field is left out for a new guest and for a guest whose field was empty before', () => {
  coversSpec('§7 Trips: POST /trips/{id}/guest-participants')

  const said = { name: 'Gus', role: 'member', email: 'gus@example.com' }
  expect(guestBody(gus, null)).toEqual(said)
  expect(guestBody(gus, { email: null, phone: null, notes: null })).toEqual(said)
  // A person without permission to read the notes has a guest without `notes`.
  expect(guestBody(gus, { email: null, phone: null })).toEqual(said)
})

test('A field that an edit empties is sent as null, so that it is cleared', () => {
  coversSpec('§7 Trips: PUT /trips/{id}/guest-participants/{guestId}')

  const was = { email: 'gus@example.com', phone: '+852 5555 0000', notes: 'Vegetarian' }
  expect(guestBody(gus, was)).toEqual({ ...gus })
})
