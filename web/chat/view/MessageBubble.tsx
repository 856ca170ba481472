// One message: own on the right, others' on the left under the sender's name. A run of one sender has one name, one avatar
// and tight corners between its bubbles. The content is plain text with its own direction, contained in the bubble.

import { Ban, ChevronDown, Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { createContext, Fragment, memo, type ReactNode, use } from 'react'
import type { ChatPerson } from '#core/chat/events.ts'
import { EVERYBODY } from '#core/chat/mentions.ts'
import { isEmojiOnly } from '#core/chat/reactions.ts'
import { DELETED_MESSAGE, quotedText } from '#web/chat/messagePreview.ts'
import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'
import { MessagePhotos } from '#web/chat/view/MessagePhotos.tsx'
import { RefusedActions } from '#web/chat/view/RefusedActions.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hueOf.ts'
import { pendingText } from '#web/ui/feedback/toasts.tsx'
import type { TextPart } from '#web/chat/view/textParts.ts'
import { createLazyCode } from '#web/ui/lazyCode.ts'

export interface BubbleActions {
  onReact(row: MessageRow, emoji: string, isSet: boolean): void
  onMenu(row: MessageRow): void
  onJumpToQuoted(messageId: string): void
  /** To a person who is mentioned. */
  onMention(userId: string): void
  onRetry(messageId: string): void
  onDelete(messageId: string): void
  onOpenPhoto(row: MessageRow, hash: string): void
}

export interface MessageBubbleProps {
  row: MessageRow
  myId: string
  /** When it was sent, on the device's clock: it changes where the device travels into another time zone. */
  time: string
  /** The present names of those whom it mentions, one a line: a text, because it is compared. */
  mentionNames: string
  /** The same object at each render. */
  actions: BubbleActions
  /** The Tab key stops at the button and the links of this message, and of no other. */
  isTabStop: boolean
  /** True for a moment after a jump to this message. */
  isHighlighted: boolean
  /** A search shows this message. */
  isFound: boolean
}

/** Marks the words of a search in a text; null while nothing is searched for. */
export const MarkWords = createContext<((text: string) => ReactNode) | null>(null)

export const MessageBubble = memo(Bubble, isSame)

function Bubble(props: MessageBubbleProps) {
  const { row, myId, time, actions, isTabStop, isHighlighted, isFound } = props
  const { onMenu, onReact, onJumpToQuoted, onRetry, onDelete, onOpenPhoto } = actions
  const { isOwn, startsRun, endsRun, status, isDeleted, reactions } = row
  const hasFiles = row.files.length > 0
  const isLarge = !row.replyTo && !hasFiles && isEmojiOnly(row.content)
  return (
    <div
      data-message={row.key}
      className={classes(
        'group/message touch-pan-y px-[calc(var(--gutter)-4px)]',
        startsRun ? 'pt-2.5' : 'pt-0.75',
      )}
    >
      <div className={classes('flex items-end gap-0.5', isOwn && 'flex-row-reverse')}>
        {!isOwn && (
          <span className="me-1 flex w-8 shrink-0">
            {endsRun && <Avatar id={row.sender.id} name={row.sender.username} size="sm" />}
          </span>
        )}
        <div
          id={row.key}
          className={classes(
            'min-w-16 rounded-bubble pointer-coarse:select-none',
            hasFiles ? 'p-1 *:not-data-photos:mx-2' : 'px-3 py-1.5',
            isOwn
              ? 'max-w-[min(86%,var(--measure))] bg-own-bubble'
              : 'max-w-(--measure) border border-line bg-other-bubble',
            isDeleted && 'border border-line bg-transparent',
            isLarge && 'border-transparent bg-transparent text-[42px] leading-tight',
            reactions.length > 0 && 'pb-3.5',
            !startsRun && (isOwn ? 'rounded-se-control' : 'rounded-ss-control'),
            !endsRun && (isOwn ? 'rounded-ee-control' : 'rounded-es-control'),
            isHighlighted && 'animate-found',
            isFound && 'ring-2 ring-primary',
          )}
        >
          <Sender sender={row.sender} isOwn={isOwn} isShown={startsRun && !isOwn} />
          {row.replyTo && !isDeleted && <QuoteButton replyTo={row.replyTo} onJumpToQuoted={onJumpToQuoted} />}
          {hasFiles && (
            <MessagePhotos row={row} isTabStop={isTabStop} onOpenPhoto={onOpenPhoto}>
              {row.content === '' && <Stamp row={row} time={time} />}
            </MessagePhotos>
          )}
          {!(hasFiles && row.content === '') && <Content {...props} />}
        </div>
        {isDeleted ? (
          <span data-menu={row.key} />
        ) : (
          <button
            type="button"
            data-menu={row.key}
            tabIndex={isTabStop ? 0 : -1}
            aria-haspopup="menu"
            // Screen readers read the message when the arrow keys move the focus to this button.
            aria-describedby={row.key}
            aria-label={`Actions for the message of ${isOwn ? 'you' : row.sender.username}`}
            onClick={() => onMenu(row)}
            className="touch-target mb-1 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted opacity-0 group-hover/message:opacity-100 hover:bg-surface-2 focus-visible:opacity-100"
          >
            <ChevronDown aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {reactions.length > 0 && <Reactions row={row} myId={myId} isTabStop={isTabStop} onReact={onReact} />}
      {row.isMemoryOnly && status !== 'refused' && (
        <p className="text-end text-meta font-medium text-warning">Not saved on this device</p>
      )}
      {status === 'waiting' && row.error !== null && row.endsRun && (
        <p className="text-end text-meta font-medium text-danger">
          {pendingText({ failure: row.error }, 'Failed to send message')}
        </p>
      )}
      {status === 'refused' && (
        <RefusedActions
          error={row.error}
          onRetry={() => onRetry(row.key)}
          onDelete={() => onDelete(row.key)}
        />
      )}
    </div>
  )
}

interface ReactionsProps extends Pick<MessageBubbleProps, 'row' | 'myId' | 'isTabStop'> {
  onReact: BubbleActions['onReact']
}

/** Kinds beside each other; the rest is counted. */
const MAX_KINDS = 4

/** Below the bubble, over its edge: a press adds the own reaction or takes it back. The menu says who reacted. */
function Reactions({ row, myId, isTabStop, onReact }: ReactionsProps) {
  const { reactions, isOwn } = row
  const shown = reactions.length > MAX_KINDS ? reactions.slice(0, MAX_KINDS - 1) : reactions
  const rest = reactions.length - shown.length
  return (
    <div
      role="group"
      aria-label="Reactions"
      className={classes('relative -mt-2 mb-0.5 flex flex-wrap gap-1', isOwn ? 'justify-end pe-9' : 'ps-12')}
    >
      {shown.map(({ emoji, users }) => {
        const isMine = users.includes(myId)
        return (
          <button
            key={emoji}
            type="button"
            tabIndex={isTabStop ? 0 : -1}
            aria-pressed={isMine}
            aria-label={`${emoji} ${users.length}`}
            onClick={() => onReact(row, emoji, !isMine)}
            className={classes(
              'relative inline-flex min-h-7 items-center gap-1 rounded-full border px-2 text-meta font-semibold tabular-nums ring-2 ring-background after:absolute after:-inset-x-0.5 after:-inset-y-2',
              isMine ? 'border-primary bg-primary-soft text-primary' : 'border-line bg-surface text-muted',
            )}
          >
            <span aria-hidden>{emoji}</span>
            <span aria-hidden>{users.length}</span>
          </button>
        )
      })}
      {rest > 0 && <span className="self-center text-meta font-semibold text-muted">{`+${rest}`}</span>}
    </div>
  )
}

/** Visible at the first message of a run; for screen readers at each. */
function Sender({ sender, isOwn, isShown }: { sender: ChatPerson; isOwn: boolean; isShown: boolean }) {
  if (!isShown) return <span className="sr-only">{`${isOwn ? 'You' : sender.username}: `}</span>
  return (
    <p className="truncate text-secondary font-semibold" style={{ color: hueOf(sender.id) }}>
      <bdi>{sender.username}</bdi>
      <span className="sr-only">: </span>
    </p>
  )
}

interface QuoteButtonProps extends Pick<BubbleActions, 'onJumpToQuoted'> {
  replyTo: NonNullable<MessageRow['replyTo']>
}

/** The message that this one replies to, in two lines at most. */
function QuoteButton({ replyTo, onJumpToQuoted }: QuoteButtonProps) {
  const { id, sender, message_type: type } = replyTo
  const color = hueOf(sender.id)
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => onJumpToQuoted(id)}
      className="my-1 block w-full min-w-0 rounded-control hover:bg-text/3"
    >
      <span className="sr-only">In reply to </span>
      <span
        className="block min-w-0 rounded-control border-s-3 bg-text/5 px-2.5 py-1.5 text-start text-secondary"
        style={{ borderColor: color }}
      >
        <span className="block truncate font-semibold" style={{ color }}>
          <bdi>{sender.username}</bdi>
        </span>
        <span className="line-clamp-2 wrap-anywhere">
          <bdi>{quotedText(replyTo, type)}</bdi>
        </span>
      </span>
    </button>
  )
}

/** The time is in the last line of the text if it fits, else below it. */
function Content(props: MessageBubbleProps) {
  const { row, time } = props
  return (
    <bdi
      className={classes(
        'block overflow-hidden whitespace-pre-wrap wrap-anywhere',
        row.files.length > 0 && 'pt-1.5 pb-0.5',
      )}
    >
      {/* Isolated, so that a text direction set in the content ends with it. */}
      <span className="[unicode-bidi:isolate]">
        {row.isDeleted ? (
          <span className="text-muted">
            <Ban aria-hidden className="me-1.5 inline size-4 align-[-2px]" />
            <span>{DELETED_MESSAGE}</span>
          </span>
        ) : (
          <MessageText {...props} />
        )}
      </span>
      <span className="float-end ms-2.5 mt-1.5 text-muted">
        <Stamp row={row} time={time} />
      </span>
    </bdi>
  )
}

/** When it was sent, and what became of it. */
function Stamp({ row, time }: Pick<MessageBubbleProps, 'row' | 'time'>) {
  return (
    <span className="inline-flex items-center gap-1 text-meta whitespace-nowrap tabular-nums">
      {row.isEdited && <span>edited</span>}
      <time dateTime={row.at}>{time}</time>
      {row.status && <MessageStatus status={row.status} />}
    </span>
  )
}

/** With files it is a caption. */
function contentOf({ content, messageType, files }: MessageRow): string {
  if (files.length > 0) return content
  if (messageType === 'image') return `Photo: ${content}`
  return messageType === 'file' ? `File: ${content}` : content
}

/** Each change of the conversation makes new rows, most of them equal to the old ones. */
function isSame(a: MessageBubbleProps, b: MessageBubbleProps): boolean {
  const rest = ({ row: _, ...props }: MessageBubbleProps) => props
  return isShallowEqual(a.row, b.row) && isShallowEqual(rest(a), rest(b))
}

function isShallowEqual(a: object, b: object): boolean {
  const entries = Object.entries(a)
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.is(value, (b as Record<string, unknown>)[key]))
  )
}

const statusLooks = {
  sending: [Clock, 'Sending'],
  waiting: [Clock, 'Waiting to be sent'],
  sent: [Check, 'Sent'],
  delivered: [Check, 'Delivered'],
  read: [CheckCheck, 'Read'],
  refused: [CircleAlert, 'Not sent'],
} as const

/**
 * The status of an own message: a clock while it is pending, one tick when it is stored, two when all others have
 * read it.
 */
function MessageStatus({ status }: { status: NonNullable<MessageRow['status']> }) {
  const [Icon, word] = statusLooks[status]
  const textColor =
    status === 'read'
      ? 'not-in-data-photos:text-primary'
      : status === 'refused'
        ? 'not-in-data-photos:text-danger'
        : ''
  return (
    <span title={word} className={`inline-flex ${textColor}`}>
      <Icon aria-hidden className="size-4" strokeWidth={2.25} />
      <span className="sr-only">{word}</span>
    </span>
  )
}

const useTextParts = createLazyCode(async () => (await import('#web/chat/view/textParts.ts')).toTextParts)

/**
 * The text of a message, with the links in it. Until the code that finds them is loaded it is plain text of the same
 * size.
 * @param isTabStop the Tab key stops at the links. A long press on one opens the menu of the message.
 */
function MessageText({ row, myId, mentionNames, actions, isTabStop }: MessageBubbleProps) {
  const text = contentOf(row)
  const all = row.messageType === 'text' ? (row.mentions ?? []) : []
  if (all.length === 0) return <LinkedText text={text} isTabStop={isTabStop} />
  const names = mentionNames.split('\n')
  const end = (index: number) => (index < 0 ? 0 : all[index]!.start + all[index]!.length)
  return (
    <>
      {all.map(({ start, userId }, index) => (
        <Fragment key={start}>
          <LinkedText text={text.slice(end(index - 1), start)} isTabStop={isTabStop} />
          <button
            type="button"
            tabIndex={isTabStop ? 0 : -1}
            disabled={userId === EVERYBODY}
            onClick={() => actions.onMention(userId)}
            className={classes(
              'inline font-semibold text-primary',
              (userId === myId || userId === EVERYBODY) &&
                !row.isOwn &&
                'rounded-control bg-primary-soft px-1',
            )}
          >
            {names[index] ? `@${names[index]}` : text.slice(start, end(index))}
          </button>
        </Fragment>
      ))}
      <LinkedText text={text.slice(end(all.length - 1))} isTabStop={isTabStop} />
    </>
  )
}

function LinkedText({ text, isTabStop }: { text: string; isTabStop: boolean }) {
  const toTextParts = useTextParts()
  const mark = use(MarkWords) ?? ((words: string) => words)
  const parts: readonly TextPart[] = toTextParts?.(text) ?? [{ text }]
  // In elements of their own, because a page that is translated loses the text that it replaces.
  return parts.map(({ text: words, href, shown = words }, index) =>
    href === undefined ? (
      <span key={index}>{mark(words)}</span>
    ) : (
      <a
        key={index}
        href={href}
        {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })}
        tabIndex={isTabStop ? 0 : -1}
        // Otherwise a long press drags the link or opens the browser's menu.
        draggable={false}
        className="text-primary underline underline-offset-2 [-webkit-touch-callout:none]"
      >
        {withBoldHost(shown, href)}
      </a>
    ),
  )
}

/** Whose page it is stands out from the rest of the address. */
function withBoldHost(shown: string, href: string): ReactNode {
  if (!href.startsWith('http')) return shown
  const { host } = new URL(href)
  const at = shown.toLowerCase().indexOf(host)
  if (at < 0) return shown
  const end = at + host.length
  return (
    <>
      <span>{shown.slice(0, at)}</span>
      <strong>{shown.slice(at, end)}</strong>
      <span>{shown.slice(end)}</span>
    </>
  )
}
