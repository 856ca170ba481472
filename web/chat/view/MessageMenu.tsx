// The menu of a message: beside it, and within the list if that is high enough.

import { Copy, CornerUpLeft, Info, Pencil, Plus, Quote, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { emojiFrom, hasReacted, type Reaction } from '#core/chat/reactions.ts'
import { canBeEdited, type MessageRow, type Readers } from '#web/chat/engine/timeline/timelineRows.ts'
import { locale } from '#core/kernel/format.ts'
import { type MenuItem, MenuList } from '#web/ui/buttons/MenuList.tsx'
import { classes } from '#web/ui/classes.ts'
import { copyText } from '#web/ui/feedback/copyText.ts'

export interface OpenedMenu {
  row: MessageRow
  /** The element that opened it, in the same list. */
  from: HTMLElement
}

interface MenuActions {
  myId: string
  /** The shown name of a person in the conversation. */
  nameOf: (userId: string) => string
  canDelete: (row: MessageRow) => boolean
  onReact: (row: MessageRow, emoji: string, isSet: boolean) => void
  onDeleteForAll: (row: MessageRow) => void
  /** Who has read an own message. */
  onInfo: (row: MessageRow) => void
  onReply: (row: MessageRow) => void
  onEdit: (row: MessageRow) => void
  onJumpToQuoted: (messageId: string) => void
  onClose: (by: 'choice' | 'leaving') => void
  /** Of an own message that is stored: who of the others has read it. */
  readersOf: (seq: number) => Readers
}

const EDGE_PX = 8

export function MessageMenu({ menu, ...actions }: MenuActions & { menu: OpenedMenu | null }) {
  return menu && <PlacedMenu {...menu} {...actions} />
}

function PlacedMenu({ row, from, onClose, readersOf, ...actions }: MenuActions & OpenedMenu) {
  const box = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const list = box.current!.getBoundingClientRect()
    const menu = box.current!.firstElementChild!.getBoundingClientRect()
    const button = from.getBoundingClientRect()
    const left = row.isOwn ? button.right - menu.width : button.left
    // If the list is lower than the menu, the menu may use the whole window.
    const isLow = menu.height + 2 * EDGE_PX > list.height
    const [first, last] = isLow ? [0, window.innerHeight] : [list.top, list.bottom]
    const fitsBelow = button.bottom + EDGE_PX + menu.height <= last
    const top = fitsBelow ? button.bottom : button.top - menu.height
    const clamped = (at: number, size: number, start: number, end: number) =>
      Math.max(start + EDGE_PX, Math.min(at, end - size - EDGE_PX))
    setPosition({
      left: clamped(left, menu.width, list.left, list.right) - list.left,
      top: clamped(top, menu.height, first, last) - list.top,
    })
  }, [row, from])
  return (
    // As large as the list; a press beside the menu goes to the list.
    <div ref={box} className="pointer-events-none absolute inset-0 z-30">
      <MenuList
        label="Actions for the message"
        items={itemsFor(row, { ...actions, readersOf })}
        note={noteFor(row, actions.nameOf)}
        onClose={() => onClose('choice')}
        onLeave={() => onClose('leaving')}
        className="pointer-events-auto max-h-[90dvh] overflow-y-auto"
        style={position}
      >
        {row.seq !== null && (
          <QuickReactions
            reactions={row.reactions}
            myId={actions.myId}
            onChoose={(emoji, isSet) => {
              onClose('choice')
              actions.onReact(row, emoji, isSet)
            }}
          />
        )}
      </MenuList>
    </div>
  )
}

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏']

interface QuickReactionsProps {
  reactions: readonly Reaction[]
  myId: string
  onChoose: (emoji: string, isSet: boolean) => void
}

/** The six most used, and a field for any other: it opens the keyboard, which has them all. */
function QuickReactions({ reactions, myId, onChoose }: QuickReactionsProps) {
  const [isTyping, setTyping] = useState(false)
  if (isTyping)
    return (
      <input
        // The menu's own keys do not apply in it.
        onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
        ref={(field) => field?.focus({ preventScroll: true })}
        aria-label="An emoji"
        placeholder="Type an emoji"
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ currentTarget: { value } }) => {
          const emoji = emojiFrom(value.trim())
          if (emoji !== null) onChoose(emoji, true)
        }}
        className="mb-1.5 min-h-11 w-full rounded-field border border-line-strong bg-surface px-3"
      />
    )
  return (
    <div role="group" aria-label="React" className="mb-1 flex border-b border-line pb-1">
      {quickEmoji.map((emoji) => {
        const isMine = hasReacted(reactions, emoji, myId)
        return (
          <button
            key={emoji}
            type="button"
            role="menuitemcheckbox"
            aria-checked={isMine}
            tabIndex={-1}
            onClick={() => onChoose(emoji, !isMine)}
            className={classes(
              'inline-flex size-11 shrink items-center justify-center rounded-full text-[26px] leading-none outline-none focus-visible:outline-2 max-[359px]:last-of-type:hidden',
              isMine && 'bg-primary-soft ring-2 ring-primary ring-inset',
            )}
          >
            {emoji}
          </button>
        )
      })}
      <button
        type="button"
        role="menuitem"
        aria-label="Another emoji"
        tabIndex={-1}
        onClick={() => setTyping(true)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full outline-none focus:bg-text/6 focus-visible:outline-2"
      >
        <Plus aria-hidden className="size-5" />
      </button>
    </div>
  )
}

/** Who reacted with what. */
function noteFor(row: MessageRow, nameOf: MenuActions['nameOf']) {
  const reacted = row.reactions.map(({ emoji, users }) => `${emoji} ${list.format(users.map(nameOf))}`)
  return reacted.length === 0 ? undefined : reacted.join('\n')
}

function itemsFor(
  row: MessageRow,
  {
    onReply,
    onEdit,
    onJumpToQuoted,
    canDelete,
    onDeleteForAll,
    onInfo,
    readersOf,
  }: Omit<MenuActions, 'onClose'>,
): MenuItem[] {
  const { replyTo } = row
  // Others do not have a message without a number.
  const isSent = row.seq !== null
  return [
    ...(isSent ? [{ label: 'Reply', icon: CornerUpLeft, onSelect: () => onReply(row) }] : []),
    ...(canBeEdited(row) ? [{ label: 'Edit', icon: Pencil, onSelect: () => onEdit(row) }] : []),
    ...(isSent && row.isOwn
      ? [
          {
            label: 'Info',
            icon: Info,
            detail: readersText(readersOf(row.seq!)),
            onSelect: () => onInfo(row),
          },
        ]
      : []),
    ...(row.content === ''
      ? []
      : [{ label: 'Copy text', icon: Copy, onSelect: () => void copyText(row.content) }]),
    ...(replyTo
      ? [{ label: 'Show what it answers', icon: Quote, onSelect: () => onJumpToQuoted(replyTo.id) }]
      : []),
    ...(isSent && canDelete(row)
      ? [{ label: 'Delete', icon: Trash2, tone: 'danger' as const, onSelect: () => onDeleteForAll(row) }]
      : []),
  ]
}

const list = new Intl.ListFormat(locale)

/** 'Read by 2' */
export const readersText = ({ read }: Readers): string =>
  read.length === 0 ? 'Not read yet' : `Read by ${read.length}`
