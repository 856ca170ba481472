// The guess of a category from a description and from earlier expenses.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryOf } from '#core/money/categories.ts'
import { guessCategory } from '#core/money/categoryGuess.ts'

const past = (...expenses: [description: string, category: string][]) =>
  expenses.map(([description, category]) => ({ description, category }))

describe('the guess of a category', () => {
  test.each([
    ['Dinner at Gion', 'food'],
    ['Sardines at the market', 'food'],
    ['Pastéis de Belém', 'food'],
    ['TAXIS to the airport', 'transportation'],
    ['Night train', 'transportation'],
    ['Tickets for the museum', 'activities'],
    ['Ferry back', 'transportation'],
    ['Hotel Kyoto, two nights', 'accommodation'],
    ['Museum of lanterns', 'activities'],
    ['Concert tickets', 'entertainment'],
    ['Souvenirs', 'shopping'],
    ['Lunch on the train', 'food'],
  ])('%j is %s by its words', (description, category) => {
    expect(guessCategory(description, [])).toBe(category)
  })

  test.each(['', '  ', '…', 'Something for Bob', 'The foodie'])('%j leads to no guess', (description) => {
    expect(guessCategory(description, [])).toBeNull()
  })

  test('An equal description has the category of the newest such expense', () => {
    const earlier = past(['Beers at Joe’s', 'entertainment'], ['beers at joe’s', 'food'])
    expect(guessCategory('BEERS AT JOE’S', earlier)).toBe('entertainment')
  })

  test('A word has the category that it had on this trip, not the usual one', () => {
    expect(guessCategory('More beer', past(['Beer at the pier', 'entertainment']))).toBe('entertainment')
  })

  test('Only the word that decided a category teaches it', () => {
    const taxi = past(['Taxi to the hotel', 'transportation'])
    expect(guessCategory('Hotel Namba', taxi)).toBe('accommodation')
    expect(guessCategory('Namba', past(['Taxi to Namba', 'transportation']))).toBeNull()
    expect(guessCategory('Taxi home', taxi)).toBe('transportation')
  })

  test('Where a person chose another category, the word of that category decided, if there is one', () => {
    const chosen = past(['Taxi and hotel in one bill', 'accommodation'])
    expect(guessCategory('Taxi home', chosen)).toBe('transportation')
    expect(guessCategory('Beer at the pier', past(['Beer and a surf lesson', 'other']))).toBe('other')
  })

  test('An expense without a category teaches nothing', () => {
    expect(guessCategory('Scooter again', past(['Scooter', 'other'], ['Scooter', 'transportation']))).toBe(
      'transportation',
    )
    expect(guessCategory('Scooter', past(['Scooter', 'other']))).toBeNull()
  })

  test('A name that an earlier expense has leads to its category, but no word as short as “for”', () => {
    const earlier = past(['Deposit for Quinta Rosa', 'accommodation'])
    expect(guessCategory('Quinta, the rest', earlier)).toBe('accommodation')
    expect(guessCategory('Something for Bob', earlier)).toBeNull()
  })

  test('A word that is clear by itself precedes a name of an earlier expense', () => {
    expect(guessCategory('Gion: dinner', past(['Hotel in Gion', 'accommodation']))).toBe('food')
  })

  test('A guess is a category of the product or of an earlier expense, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (description, other) => {
        const guess = guessCategory(description, past([other, 'pets']))
        expect(guess === null || guess === 'pets' || categoryOf(guess) !== undefined).toBe(true)
      }),
    )
  })
})
