// A change in the history, rendered without a browser.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { by, entryAfter } from '#tests/history/events.ts'
import { dinner } from '#tests/history/entryTextCases.ts'
import { EntryRow } from '#web/history/EntryRow.tsx'

test('Every control of a change in the history is described by the sentence of the change', () => {
  const entry = entryAfter(by('ann', { type: 'ExpenseAdded', data: { expense: dinner } }))
  const html = renderToStaticMarkup(
    createElement(EntryRow, {
      entry,
      tripId: '1',
      reader: { id: 'ann', role: 'organizer' },
      isFirst: true,
      isLast: true,
      isCurrent: false,
      isLater: false,
      isLatest: true,
      command: undefined,
      onShow: () => undefined,
      onRestore: () => undefined,
    }),
  )
  const [, id, sentence] = /<p id="([^"]+)"[^>]*>(.*?)<\/p>/.exec(html)!
  expect(sentence!.replaceAll(/<[^>]*>/g, '')).toBe(entry.text)
  const controls = html.match(/<(?:a|button) [^>]*>/g)!
  expect(controls, 'the row, Expenses and Undo').toHaveLength(3)
  for (const control of controls) expect(control).toContain(`aria-describedby="${id}"`)
})
