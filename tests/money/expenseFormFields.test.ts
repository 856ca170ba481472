// The fields of the expense form, rendered without a browser.

import { type ReactNode, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { plainExpenseFields } from '#core/money/events.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { loadWithoutBrowser } from '#tests/support/withoutBrowser.ts'
import type * as Form from '#web/money/expenses/form/ExpenseForm.tsx'
import { newExpense } from '#web/money/expenses/form/expenseValues.ts'

let ExpenseForm: (typeof Form)['ExpenseForm']

loadWithoutBrowser(async () => {
  // A dialog renders nothing on a server.
  vi.doMock('#web/ui/dialogs/Dialog.tsx', () => ({
    Dialog: ({ children }: { children: ReactNode }) => children,
  }))
  vi.doMock('#web/platform/replica/useTripResponse.ts', () => ({ useTripResponse: () => ({}) }))
  ;({ ExpenseForm } = await import('#web/money/expenses/form/ExpenseForm.tsx'))
})
afterAll(() => {
  vi.doUnmock('#web/ui/dialogs/Dialog.tsx')
  vi.doUnmock('#web/platform/replica/useTripResponse.ts')
})

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
