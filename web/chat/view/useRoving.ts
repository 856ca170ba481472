// Keyboard navigation among the messages: one stop of the Tab key, and arrow keys from message to message, rendered or not.

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Row } from '#web/chat/engine/timeline/timelineRows.ts'

interface RovingProps {
  rows: readonly Row[]
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
}

export function useRoving({ rows, scroller, list }: RovingProps) {
  const [chosen, choose] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const last = rows.findLast(({ type }) => type === 'message')?.key
  const index = chosen === null ? -1 : rows.findIndex(({ key }) => key === chosen)
  /** The key of the message at whose button the Tab key stops. */
  const current = index < 0 ? last : rows[index]!.key

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-menu="${chosen}"]`)?.focus({ preventScroll: true })
  }, [chosen, scroller])

  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset['menu']
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (from === undefined || step === 0) return
    let to = rows.findIndex(({ key }) => key === from) + step
    while (rows[to] && rows[to]!.type !== 'message') to += step
    if (!rows[to]) return
    event.preventDefault()
    wantsFocus.current = true
    choose(rows[to]!.key)
    list.current?.scrollToIndex(to, { align: 'nearest' })
  }
  /** The row with the focus stays rendered to keep it. */
  const keepMounted = index < 0 ? [] : [index]
  return { current, keepMounted, onKeyDown }
}
