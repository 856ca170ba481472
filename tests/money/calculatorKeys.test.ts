// The keys with the signs of a calculation.

import { expect, test } from 'vitest'
import { withSign } from '#web/money/expenses/form/CalculatorKeys.tsx'

test.each([
  ['100', 3, '+', '100+', 4],
  ['100+', 4, '×', '100×', 4],
  ['100 - ', 6, '÷', '100 ÷', 5],
  ['10050', 3, '+', '100+50', 4],
  ['', 0, '−', '−', 1],
] as const)('%j with the caret at %d and the key %s becomes %j', (typed, at, sign, text, caret) => {
  expect(withSign(typed, at, sign)).toEqual({ text, caret })
})
