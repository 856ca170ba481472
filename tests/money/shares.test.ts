import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fnv1a32 } from '#core/kernel/fnv1a32.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

describe('FNV-1a', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
    ['日本', 0x9f26ee51],
  ])('The hash of %j is taken over its UTF-8 bytes', (text, hash) => {
    expect(fnv1a32(text)).toBe(hash)
  })
})

describe('sharing an expense', () => {
  it('An expense of 10.00 among three is split into 3.34, 3.33 and 3.33', () => {
    const shares = [...sharesOf('dinner', 1000, ['ann', 'ben', 'cat']).values()]
    expect(shares.toSorted((a, b) => b - a)).toEqual([334, 333, 333])
  })

  it('The leftover cents go to the people with the lowest hash of expense and person', () => {
    const ids = ['ann', 'ben', 'cat', 'dan', 'eve']
    const byHash = ids.toSorted((a, b) => fnv1a32(`dinner:${a}`) - fnv1a32(`dinner:${b}`))
    const shares = sharesOf('dinner', 1003, ids)
    expect(byHash.map((id) => shares.get(id))).toEqual([201, 201, 201, 200, 200])
  })

  it('A leftover cent goes to the lower id where the hashes are equal', () => {
    const [lower, higher] = ['cH5G77Z4OSDVslHv', 'otIsMlLrVQW6mxiZ']
    expect(fnv1a32(`dinner:${lower}`)).toBe(fnv1a32(`dinner:${higher}`))
    expect(sharesOf('dinner', 3, [higher, lower]).get(lower)).toBe(2)
  })

  it('The shares add up to the amount and differ by at most one unit, in any order of the sharers', () => {
    coversSpec('§4 Settlement: Fair share is computed', '§9 Per-person share')

    const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99_999_999 }), ids, (expense, amount, sharers) => {
        const shares = sharesOf(expense, amount, sharers)
        const parts = [...shares.values()]
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
        const reversed = sharesOf(expense, amount, sharers.toReversed())
        for (const id of sharers) expect(reversed.get(id)).toBe(shares.get(id))
      }),
      runs,
    )
  })

  it('The leftover cents are spread evenly over many expenses', () => {
    const [ann = '', ben = '', cat = '', ...expenses] = fc.sample(fc.uuid(), { numRuns: 3003, seed: 1 })
    const extra = new Map([ann, ben, cat].map((id) => [id, 0]))
    for (const expense of expenses) {
      for (const [id, share] of sharesOf(expense, 100, [ann, ben, cat]))
        extra.set(id, extra.get(id)! + share - 33)
    }
    for (const cents of extra.values()) expect(cents).toBeGreaterThan(900)
  })
})
