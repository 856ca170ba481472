// The text of the unread badge, for eyes and for screen readers.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { UnreadBadge } from '#web/ui/feedback/UnreadBadge.tsx'

const badge = (count: number) =>
  renderToStaticMarkup(createElement(UnreadBadge, { count })).replace(/<[^>]*>/g, '|')

test.each([
  [0, ''],
  [1, '||1||1 unread||'],
  [99, '||99||99 unread||'],
  [100, '||99+||more than 99 unread||'],
])('The badge for %d unread messages is right', (count, text) => {
  coversSpec('§9 Unread badge max')

  expect(badge(count)).toBe(text)
})
