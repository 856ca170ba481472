// The guess which expense a photo of a chat is the receipt of.

import { describe, expect, test } from 'vitest'
import type { ExpenseRecord } from '#core/money/events.ts'
import { byLikelihood, guessExpense } from '#core/money/receiptGuess.ts'
import { expense, recorded, user } from '#tests/money/records.ts'

const spent = (description: string, payer: string, expenseDate: string, time = '12:00') =>
  recorded(
    { ...expense(description, user(payer), 1000, [user('ann')]), description, expenseDate },
    { createdAt: `${expenseDate}T${time}:00.000Z`, recordedBy: payer },
  )
const photo = { at: '2026-11-19T15:12:00.000Z', day: '2026-11-19', sentBy: 'dave' }
const file = { hash: 'a', type: 'image/jpeg', width: 1, height: 1, bytes: 1, thumb: null } as const
const guessed = (...expenses: ExpenseRecord[]) => guessExpense(expenses, photo)?.description

describe('the guess of the expense of a receipt', () => {
  test('What the sender paid on that day comes before what others paid nearer in time', () => {
    expect(guessed(spent('Tram', 'ann', '2026-11-19', '15:00'), spent('Palace', 'dave', '2026-11-19'))).toBe(
      'Palace',
    )
  })

  test('Of two that the sender paid it is the one without a receipt, then the one nearest in time', () => {
    const [early, late] = [spent('Early', 'dave', '2026-11-19', '08:00'), spent('Late', 'dave', '2026-11-19')]
    expect(guessed(early, late)).toBe('Late')
    expect(guessed(early, { ...late, receipts: [file] })).toBe('Early')
  })

  test('An expense that somebody else paid is guessed where the sender added it', () => {
    const added = { ...spent('Boat', 'ann', '2026-11-19', '08:00'), recordedBy: 'dave' }
    expect(guessed(spent('Tram', 'ann', '2026-11-19', '15:00'), added)).toBe('Boat')
  })

  test('An expense of the day before is guessed, an older one is not, and one that was just added is, whatever its day', () => {
    expect(guessed(spent('Evening', 'dave', '2026-11-18'))).toBe('Evening')
    expect(guessed(spent('Flight', 'dave', '2026-11-10'))).toBeUndefined()
    const added = { ...spent('Flight', 'dave', '2026-11-10'), createdAt: '2026-11-19T20:00:00.000Z' }
    expect(guessed(added)).toBe('Flight')
  })

  test('All can be chosen, the most likely first', () => {
    const all = [
      spent('Flight', 'dave', '2026-11-10'),
      spent('Tram', 'ann', '2026-11-19'),
      spent('Palace', 'dave', '2026-11-19'),
    ]
    expect(byLikelihood(all, photo).map(({ description }) => description)).toEqual([
      'Palace',
      'Tram',
      'Flight',
    ])
  })
})
