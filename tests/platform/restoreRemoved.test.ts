import { describe, expect, test } from 'vitest'
import {
  whyActivityCannotBeRestored,
  whyMoneyCannotBeRestored,
} from '#web/platform/replica/restoreRemoved.ts'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }

describe('what cannot be restored', () => {
  test('A money record can be restored while everybody in it is on the trip', () => {
    expect(whyMoneyCannotBeRestored([ann, ben], [ben, ann])).toBe(null)
    expect(whyMoneyCannotBeRestored([], [ann])).toBe(null)
    expect(whyMoneyCannotBeRestored([ann], null)).toBe(null)
    expect(whyMoneyCannotBeRestored([ann, ben], [ann])).toBe(
      'It cannot be brought back, because Ben is no longer on the trip.',
    )
  })

  test('An activity can be restored on a day of the trip', () => {
    const trip = { startDate: '2026-05-01', endDate: '2026-05-03' }
    expect(whyActivityCannotBeRestored('2026-05-01', trip)).toBe(null)
    expect(whyActivityCannotBeRestored('2026-05-03', trip)).toBe(null)
    for (const date of ['2026-04-30', '2026-05-04'])
      expect(whyActivityCannotBeRestored(date, trip)).toBe(
        'It cannot be brought back, because it is outside the dates of the trip.',
      )
  })
})
