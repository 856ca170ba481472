// Which conversations a search finds, by the rule and in the response of the list.

import { expect, test } from 'vitest'
import { conversationMatcher } from '#core/chat/conversationSearch.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { conversationResponse } from '#tests/chat/conversationModel.ts'
import { openTripChat, startDirect, startGroup } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'

const chat = conversationResponse({
  name: 'Hébergement',
  trip: { title: 'Straße der Pastéis', destination: 'Faro, Portugal' },
  participants: [
    { id: 'me', username: 'ann' },
    { id: 'other', username: 'Zoë_K' },
  ],
})
const finds = (search: string) => conversationMatcher(search, 'me')?.(chat)

test.each(['heberg', 'STRASSE', 'pastéis', 'zoe', '  zoë  ', 'k pasteis héb', 'ＺＯＥ'])(
  'The search “%s” finds by a part of the name, the trip’s title or a person, whatever the case and accents',
  (search) => expect(finds(search)).toBe(true),
)

test.each(['faro', 'ann', 'zoe ben', 'zoe.k', 'pasteis\u0000'])(
  'The search “%s” does not find: a destination, the own name, or a word that occurs nowhere',
  (search) => expect(finds(search)).toBe(false),
)

test.each(['', ' \n', '\u200b'])('A blank search is none', (search) => expect(finds(search)).toBeUndefined())

test('A search finds conversations by name, by person and by trip title, on all pages, and only the reader’s own', async () => {
  const own = await startProduct({ people: ['dan', 'eve', 'zoë'] })
  const [dan, eve] = [own.as('dan'), own.as('eve')]
  const find = async (search: string, more = '') => {
    const found = expectSuccess(await dan.get(`/conversations?search=${encodeURIComponent(search)}${more}`))
    return [...found.conversations.map(({ name }: { name: string }) => name), found.pagination.total]
  }
  const { trip } = expectSuccess(await dan.post('/trips', { ...aTrip, title: 'Pastéis in Lisbon' }))
  await openTripChat(dan, trip.id, 'Plans')
  for (const name of ['Runners', 'Night runners']) {
    own.clock.forward(1000)
    await startGroup(dan, [own.people['zoë'].id], name)
  }
  await startGroup(eve, [own.people['zoë'].id], 'Secret runners')
  own.clock.forward(1000)
  await startDirect(dan, own.people.eve.id)

  expect(await find('RUNNERS')).toEqual(['Night runners', 'Runners', 2])
  expect(await find('runners zoe')).toEqual(['Night runners', 'Runners', 2])
  expect(await find('pasteis')).toEqual(['Plans', 1])
  expect(await find('ev')).toEqual(['eve', 1])
  expect(await find('dan')).toEqual([0])
  expect(await find('runners', '&limit=1&offset=1')).toEqual(['Runners', 2])
  expect(await find('runners', '&type=direct')).toEqual([0])
  expect(await find(' ')).toEqual(['eve', 'Night runners', 'Runners', 'Plans', 4])
  expect(await find('x'.repeat(100))).toEqual([0])
  for (const wrong of [`search=${'x'.repeat(101)}`, 'search=a&search=b'])
    await expectRefused(own, () => dan.get(`/conversations?${wrong}`), { status: 400, field: 'search' })
  await own.stop()
})
