// The messages of a conversation, only those near the screen being drawn. What is being read stays where it is,
// whatever arrives above or below; at the end, what is new comes into view.

import type { Ref } from 'react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { Virtualizer } from 'virtua'
import type { MessageRow, Row } from '#web/chat/timelineRows.ts'
import { JumpButton } from '#web/chat/view/JumpButton.tsx'
import { DateLine, DayPill, NewLine } from '#web/chat/view/Lines.tsx'
import type { BubbleActions } from '#web/chat/view/MessageBubble.tsx'
import { MessageBubble } from '#web/chat/view/MessageBubble.tsx'
import { MessageMenu } from '#web/chat/view/MessageMenu.tsx'
import { useBubbleGestures } from '#web/chat/view/useBubbleGestures.ts'
import type { ScrollPositionProps } from '#web/chat/view/usePlace.ts'
import { HEAD, messageRow, useScrollPosition } from '#web/chat/view/usePlace.ts'
import { useRoving } from '#web/chat/view/useRoving.ts'
import { useSteppedRows } from '#web/chat/view/useSteppedRows.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

export interface MessageListHandle {
  /** To the newest message, wherever one is. */
  toEnd(): void
  /** To the message with this id as soon as it is loaded, and marks it for a moment. */
  toMessage(id: string): void
}

export interface MessageListProps extends ScrollPositionProps, Pick<BubbleActions, 'onRetry' | 'onDelete'> {
  rows: readonly Row[]
  onReply: (row: MessageRow) => void
  onEdit: (row: MessageRow) => void
  /** One wants to see the message with this id, which may not be loaded. */
  onQuote: (messageId: string) => void
  /** Milliseconds since 1970; the day is all that counts. */
  now: number
  ref?: Ref<MessageListHandle>
}

/** Drawn beyond the edges, in px, so that what comes into view has its height already. */
const BUFFER = 400
const GLOW_MS = 1600

export function MessageList({ ref, ...props }: MessageListProps) {
  const { now, onReply, onEdit, onQuote, onRetry, onDelete } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const step = useSteppedRows(props.rows)
  const { rows, atStart, turn } = step
  const place = useScrollPosition(step, { scroller, list }, props)
  const roving = useRoving({ rows, scroller, list })
  const [found, setFound] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ row: MessageRow; from: HTMLElement } | null>(null)

  const toMessage = (id: string) => {
    place.toRow(id)
    setFound(id)
  }
  useImperativeHandle(ref, () => ({ toEnd: place.toEnd, toMessage }))
  useEffect(() => {
    if (found === null) return undefined
    const timer = setTimeout(setFound, GLOW_MS, null)
    return () => clearTimeout(timer)
  }, [found])

  const openMenu = (row: MessageRow) => {
    const from = scroller.current?.querySelector<HTMLElement>(`[data-menu="${CSS.escape(row.key)}"]`)
    if (from) setMenu({ row, from })
  }
  useBubbleGestures(scroller, {
    onPress(id) {
      const row = messageRow(rows, id)
      if (row) openMenu(row)
    },
    onSwipe(id) {
      const row = messageRow(rows, id)
      if (row && row.seq !== null) onReply(row)
    },
  })

  const draw = (row: Row) => (
    <div key={row.key} className="page-width">
      {row.type === 'date' ? (
        <DateLine day={row.day} now={now} />
      ) : row.type === 'new' ? (
        <NewLine />
      ) : (
        <MessageBubble
          row={row}
          isCurrent={row.key === roving.current}
          isFound={row.key === found}
          onMenu={openMenu}
          onQuote={onQuote}
          onRetry={onRetry}
          onDelete={onDelete}
        />
      )}
    </div>
  )
  return (
    <div className="relative min-h-0 flex-1">
      {/* The arrow keys scroll it where its messages have no say, so it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={(event) => {
          place.letGo()
          roving.onKeyDown(event)
        }}
        onWheel={place.letGo}
        onPointerDown={place.letGo}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-none [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {/* Few messages stand at the foot, above where one writes. */}
        <div className="flex-1" />
        <div
          className="flex shrink-0 items-center justify-center gutter text-center text-meta text-muted"
          style={{ height: HEAD }}
        >
          {props.hasOlder ? <Spinner /> : 'This is where your conversation begins'}
        </div>
        <Virtualizer
          key={turn}
          ref={list}
          data={rows}
          bufferSize={BUFFER}
          startMargin={HEAD}
          shift={atStart}
          keepMounted={roving.keepMounted}
          onScroll={place.onScroll}
          onScrollEnd={place.onScrollEnd}
          onResize={place.onResize}
        >
          {draw}
        </Virtualizer>
        <div className="h-2 shrink-0" />
      </div>
      <div
        aria-hidden
        className={`pointer-events-none absolute inset-x-0 top-2 flex justify-center transition-opacity duration-fade ${place.day !== null && place.isScrolling ? '' : 'opacity-0'}`}
      >
        {place.day !== null && <DayPill day={place.day} now={now} />}
      </div>
      {!place.isAtEnd && <JumpButton count={place.unseen} onPress={place.toEnd} />}
      {menu && (
        <MessageMenu
          {...menu}
          onReply={onReply}
          onEdit={onEdit}
          onQuote={onQuote}
          onClose={(by) => {
            setMenu(null)
            if (by === 'choice') menu.from.focus({ preventScroll: true })
          }}
        />
      )}
    </div>
  )
}
