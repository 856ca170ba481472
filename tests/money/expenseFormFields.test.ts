// The fields of the expense form, rendered without a browser.

import { type ReactNode, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { plainExpenseFields } from '#core/money/events.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { ExpenseForm } from '#web/money/expenses/form/ExpenseForm.tsx'
import { newExpense } from '#web/money/expenses/form/expenseValues.ts'

// A dialog renders nothing on a server.
vi.mock('#web/ui/dialogs/Dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('#web/platform/replica/useTripResponse.ts', () => ({ useTripResponse: () => ({}) }))

test('The form has an input for each plain field of an expense', () => {
  const initialValues = newExpense([], 'ann', '2026-05-02')
  const markup = renderToStaticMarkup(
    createElement(ExpenseForm, {
      trip: { id: 't1', currency: 'HKD', startDate: '2026-05-01', endDate: '2026-05-09' } as TripResponse,
      myId: 'ann',
      initialValues,
      expenses: [],
      today: '2026-05-02',
      choices: { payers: [], sharers: [] },
      edited: null,
      open: false,
      onClose: () => undefined,
      draftName: 'new',
      correction: null,
    }),
  )
  const inputs = [...markup.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
  expect(inputs).toEqual(expect.arrayContaining(Object.keys(plainExpenseFields(initialValues))))
})
