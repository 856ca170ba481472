import { describe, expect, test } from 'vitest'
import { restoreRemovedActivity, restoreRemovedMoney } from '#web/platform/restoreRemoved.ts'

const ann = { id: 'a', name: 'Ann' }
const ben = { id: 'b', name: 'Ben' }
const can = 'You can bring it back from the trip’s history.'

describe('question before a removal', () => {
  test('The question says that a money record can be restored while everybody in it is on the trip', () => {
    expect(restoreRemovedMoney([ann, ben], [ben, ann])).toBe(can)
    expect(restoreRemovedMoney([], [ann])).toBe(can)
    expect(restoreRemovedMoney([ann], null)).toBe(can)
    expect(restoreRemovedMoney([ann, ben], [ann])).toBe(
      'It cannot be brought back, because Ben is no longer on the trip.',
    )
  })

  test('The question says that an activity can be restored on a day of the trip', () => {
    const trip = { startDate: '2026-05-01', endDate: '2026-05-03' }
    expect(restoreRemovedActivity('2026-05-01', trip)).toBe(can)
    expect(restoreRemovedActivity('2026-05-03', trip)).toBe(can)
    for (const date of ['2026-04-30', '2026-05-04'])
      expect(restoreRemovedActivity(date, trip)).toBe(
        'It cannot be brought back, because it is outside the dates of the trip.',
      )
  })
})
