// The messages of a conversation. Only rows near the screen are rendered. The scroll position stays, whatever arrives above
// or below; at the end, new messages come into view.

import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { type VirtualizerHandle, Virtualizer } from 'virtua'
import { ArrowDown } from 'lucide-react'
import {
  type CardRow,
  isSystemRow,
  type MessageRow,
  type Readers,
  type Row,
} from '#web/chat/engine/timeline/timelineRows.ts'
import { clockTime, dayLabel } from '#web/chat/messageTimes.ts'
import { type BubbleActions, type MessageBubbleProps, MessageBubble } from '#web/chat/view/MessageBubble.tsx'
import type { OpenedPhoto } from '#web/chat/view/ConversationPhotos.tsx'
import type { OpenedMenu } from '#web/chat/view/MessageMenu.tsx'
import { useBubbleGestures } from '#web/chat/view/useBubbleGestures.ts'
import { type ScrollPositionProps, messageRow, useScrollPosition } from '#web/chat/view/useScrollPosition.ts'
import { HEAD_HEIGHT_PX } from '#web/chat/view/useScrollGoal.ts'
import { useSteppedRows } from '#web/chat/view/useSteppedRows.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { cappedCount } from '#web/ui/feedback/cappedCount.ts'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'

export interface MessageListHandle {
  /** To the newest message, loaded or not. */
  toEnd(): void
  /** To the message with this id as soon as it is loaded, and highlights it for a moment. */
  toMessage(id: string): void
}

interface MessageListProps
  extends ScrollPositionProps, Pick<BubbleActions, 'onRetry' | 'onDelete' | 'onReact' | 'onMention'> {
  /** Null where the conversation belongs to no trip. */
  tripId: string | null
  rows: readonly Row[]
  /** Once the code of cards is loaded, without which there are no rows of them. */
  renderCard: ((row: CardRow) => ReactNode) | undefined
  onReply: (row: MessageRow) => void
  onEdit: (row: MessageRow) => void
  /** To the quoted message with this id, loaded or not. */
  onJumpToQuoted: (messageId: string) => void
  myId: string
  nameOf: (userId: string) => string
  /** Of people in the conversation. */
  usernameOf: (userId: string) => string | undefined
  canDelete: (row: MessageRow) => boolean
  onDeleteForAll: (row: MessageRow) => void
  onInfo: (row: MessageRow) => void
  /** The others who have read the message with this number, and those who have not. */
  readersOf: (seq: number) => Readers
  /** The id of the message that a search shows. */
  found: string | null
  /** Milliseconds since 1970, for the names of days. */
  now: number
  ref?: Ref<MessageListHandle>
}

/** Rows are rendered this far beyond the edges, in px, so that their heights are known when they come into view. */
const BUFFER_PX = 400
const HIGHLIGHT_MS = 1600

const loadPhotos = async () => (await import('#web/chat/view/ConversationPhotos.tsx')).ConversationPhotos
const loadMessageMenu = async () => (await import('#web/chat/view/MessageMenu.tsx')).MessageMenu

/** Over 80 lines, because it connects the scroller, the keyboard, the gestures and the menu of one list. */
export function MessageList({ ref, ...props }: MessageListProps) {
  const { now, myId, onReply, onEdit, onJumpToQuoted, onRetry, onDelete, onReact, onMention } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const step = useSteppedRows(props.rows)
  const { rows, atStart, jumps } = step
  const position = useScrollPosition(step, { scroller, list }, props)
  const roving = useRoving({ rows, scroller, list })
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const [opened, setOpened] = useState<OpenedPhoto | null>(null)

  const toMessage = (id: string) => {
    position.toRow(id)
    setHighlighted(id)
  }
  useImperativeHandle(ref, () => ({ toEnd: position.toEnd, toMessage }))
  useEffect(() => {
    if (highlighted === null) return undefined
    const timer = setTimeout(setHighlighted, HIGHLIGHT_MS, null)
    return () => clearTimeout(timer)
  }, [highlighted])

  const openMenu = (row: MessageRow) => {
    const from = scroller.current?.querySelector<HTMLElement>(`[data-menu="${CSS.escape(row.key)}"]`)
    if (from) setMenu({ row, from })
  }
  useBubbleGestures(scroller, {
    onPress(id) {
      const row = messageRow(rows, id)
      if (row && !row.isDeleted) openMenu(row)
    },
    onDoubleTap(id) {
      const row = messageRow(rows, id)
      if (row && row.seq !== null && !row.isDeleted) onReact(row, '❤️', true)
    },
    onSwipe(id) {
      const row = messageRow(rows, id)
      if (row && row.seq !== null && !row.isDeleted) onReply(row)
    },
  })
  const menuPart = useIdlePart(loadMessageMenu, {
    menu,
    myId,
    nameOf: props.nameOf,
    canDelete: props.canDelete,
    onDeleteForAll: props.onDeleteForAll,
    onInfo: props.onInfo,
    onReact,
    readersOf: props.readersOf,
    onReply,
    onEdit,
    onJumpToQuoted,
    onClose(by) {
      setMenu(null)
      if (by === 'choice') menu?.from.focus({ preventScroll: true })
    },
  })
  const photosPart = useIdlePart(loadPhotos, {
    ...{ tripId: props.tripId, rows, opened },
    onClose: () => setOpened(null),
  })
  const actions = useStableActions({
    ...{ onMenu: openMenu, onJumpToQuoted, onRetry, onDelete, onReact, onMention },
    onOpenPhoto: (row, hash) => setOpened({ row, hash }),
  })
  const bubble = (row: MessageRow): MessageBubbleProps => ({
    row,
    myId,
    time: clockTime(Date.parse(row.at)),
    mentionNames: row.mentions?.map(({ userId }) => props.usernameOf(userId) ?? '').join('\n') ?? '',
    actions,
    isTabStop: row.key === roving.current,
    isHighlighted: row.key === highlighted,
    isFound: row.key === props.found,
  })
  return (
    <div className="relative min-h-0 flex-1">
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={(event) => {
          position.onUserScroll()
          roving.onKeyDown(event)
        }}
        onWheel={position.onUserScroll}
        onPointerDown={position.onUserScroll}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-none [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {/* A few messages stand at the bottom, above the composer. */}
        <div className="flex-1" />
        <div
          className="flex shrink-0 items-center justify-center gutter text-center text-meta text-muted"
          style={{ height: HEAD_HEIGHT_PX }}
        >
          {props.hasOlder ? <Spinner /> : 'This is where your conversation begins'}
        </div>
        <Virtualizer
          key={jumps}
          ref={list}
          data={rows}
          bufferSize={BUFFER_PX}
          startMargin={HEAD_HEIGHT_PX}
          shift={atStart}
          keepMounted={roving.keepMounted}
          onScroll={position.onScroll}
          onScrollEnd={position.onScrollEnd}
          onResize={position.onResize}
        >
          {(row: Row) => (
            <div key={row.key} className="page-width">
              {row.type === 'date' && <DateDivider day={row.day} now={now} />}
              {row.type === 'new' && <UnreadDivider />}
              {isSystemRow(row) ? (
                <SystemLine row={row as MessageRow} />
              ) : (
                row.type === 'message' && <MessageBubble {...bubble(row)} />
              )}
              {(row.type === 'card' || row.type === 'poll') && props.renderCard?.(row)}
            </div>
          )}
        </Virtualizer>
        <div className="h-2 shrink-0" />
      </div>
      <div
        aria-hidden
        className={`pointer-events-none absolute inset-x-0 top-2 flex justify-center transition-opacity duration-fade ${position.day !== null && position.isScrolling ? '' : 'opacity-0'}`}
      >
        {position.day !== null && <DayPill day={position.day} now={now} />}
      </div>
      {!position.isAtEnd && <JumpButton count={position.newBelowCount} onPress={position.toEnd} />}
      {menuPart}
      {photosPart}
    </div>
  )
}

/** Always the same object, which calls the newest actions: with new functions each message would render again. */
function useStableActions(actions: BubbleActions): BubbleActions {
  const newest = useRef(actions)
  useLayoutEffect(() => void (newest.current = actions))
  const [stable] = useState<BubbleActions>(() => ({
    onMenu: (row) => newest.current.onMenu(row),
    onJumpToQuoted: (messageId) => newest.current.onJumpToQuoted(messageId),
    onRetry: (messageId) => newest.current.onRetry(messageId),
    onDelete: (messageId) => newest.current.onDelete(messageId),
    onReact: (row, emoji, isSet) => newest.current.onReact(row, emoji, isSet),
    onMention: (userId) => newest.current.onMention(userId),
    onOpenPhoto: (row, hash) => newest.current.onOpenPhoto(row, hash),
  }))
  return stable
}

/** Jumps to the newest message, and counts the messages below. */
function JumpButton({ count, onPress }: { count: number; onPress: () => void }) {
  const many = cappedCount(count)
  return (
    <button
      type="button"
      aria-label={count > 0 ? `${many} new, jump to latest` : 'Jump to latest'}
      onClick={onPress}
      // The composer keeps the focus, so that a phone keeps its keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute end-(--gutter) bottom-3 z-10 inline-flex min-h-11 min-w-11 animate-rise items-center justify-center gap-1 rounded-full border border-line bg-lifted px-2.5 font-semibold text-primary shadow-float hover:bg-surface-2"
    >
      <ArrowDown aria-hidden className="size-5" />
      {count > 0 && <span className="pe-1 text-secondary tabular-nums">{`${many} new`}</span>}
    </button>
  )
}

interface Day {
  /** YYYY-MM-DD */
  day: string
  /** Milliseconds since 1970. */
  now: number
}

/** The dividers between messages: a new day, and the first unread message. */
function DateDivider(day: Day) {
  return (
    <div className="flex justify-center gutter pt-4 pb-1.5">
      <DayPill {...day} />
    </div>
  )
}

function DayPill({ day, now }: Day) {
  return (
    <span className="rounded-full bg-surface-2 px-3 py-1 text-center text-meta font-semibold text-muted">
      {dayLabel(day, now)}
    </span>
  )
}

/** What somebody has changed in the group. */
function SystemLine({ row: { sender, isOwn, content, at } }: { row: MessageRow }) {
  return (
    <p className="gutter py-1.5 text-center text-meta wrap-anywhere text-muted">
      <bdi>{isOwn ? 'You' : sender.username}</bdi> <bdi>{content}</bdi>
      <time dateTime={at} className="ps-1.5 tabular-nums">
        {clockTime(Date.parse(at))}
      </time>
    </p>
  )
}

function UnreadDivider() {
  return (
    <div className="flex items-center gap-3 gutter pt-4 pb-1.5 text-meta font-semibold text-accent">
      <span aria-hidden className="h-px flex-1 bg-current" />
      New messages
      <span aria-hidden className="h-px flex-1 bg-current" />
    </div>
  )
}

/** For the arrow keys. */
const isReachable = (row: Row) => row.type === 'message' && !isSystemRow(row)

interface RovingProps {
  rows: readonly Row[]
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
}

/**
 * Keyboard navigation among the messages: one stop of the Tab key, and arrow keys from message to message, rendered
 * or not.
 */
function useRoving({ rows, scroller, list }: RovingProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const last = rows.findLast(isReachable)?.key
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
    while (rows[to] && !isReachable(rows[to]!)) to += step
    if (!rows[to]) return
    event.preventDefault()
    wantsFocus.current = true
    setChosen(rows[to]!.key)
    list.current?.scrollToIndex(to, { align: 'nearest' })
  }
  /** The row with the focus stays rendered to keep it. */
  const keepMounted = index < 0 ? [] : [index]
  return { current, keepMounted, onKeyDown }
}
