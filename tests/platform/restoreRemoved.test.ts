import { describe, expect, test } from 'vitest'
import { whyActivityIsGone, whyMoneyIsGone } from '#web/platform/restoreRemoved.ts'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }

describe('what cannot be restored', () => {
  test('A money record can be restored while everybody in it is on the trip', () => {
    expect(whyMoneyIsGone([ann, ben], [ben, ann])).toBe(null)
    expect(whyMoneyIsGone([], [ann])).toBe(null)
    expect(whyMoneyIsGone([ann], null)).toBe(null)
    expect(whyMoneyIsGone([ann, ben], [ann])).toBe(
      'It cannot be brought back, because Ben is no longer on the trip.',
    )
  })

  test('An activity can be restored on a day of the trip', () => {
    const trip = { startDate: '2026-05-01', endDate: '2026-05-03' }
    expect(whyActivityIsGone('2026-05-01', trip)).toBe(null)
    expect(whyActivityIsGone('2026-05-03', trip)).toBe(null)
    for (const date of ['2026-04-30', '2026-05-04'])
      expect(whyActivityIsGone(date, trip)).toBe(
        'It cannot be brought back, because it is outside the dates of the trip.',
      )
  })
})
