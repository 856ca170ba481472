import { describe, expect, test } from 'vitest'
import { bringBackActivity, bringBackMoney } from '#web/platform/bringBack.ts'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }
const can = 'You can bring it back from the trip’s history.'

describe('the question before something is removed', () => {
  test('says that a record of money can be brought back while everybody in it is on the trip', () => {
    expect(bringBackMoney([ann, ben], [ben, ann])).toBe(can)
    expect(bringBackMoney([], [ann])).toBe(can)
    expect(bringBackMoney([ann], null)).toBe(can)
    expect(bringBackMoney([ann, ben], [ann])).toBe(
      'It cannot be brought back, because Ben is no longer on the trip.',
    )
  })

  test('says that an activity can be brought back on a day of the trip', () => {
    const trip = { startDate: '2026-05-01', endDate: '2026-05-03' }
    expect(bringBackActivity('2026-05-01', trip)).toBe(can)
    expect(bringBackActivity('2026-05-03', trip)).toBe(can)
    for (const date of ['2026-04-30', '2026-05-04'])
      expect(bringBackActivity(date, trip)).toBe(
        'It cannot be brought back, because it is outside the dates of the trip.',
      )
  })
})
