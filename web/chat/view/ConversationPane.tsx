// An open conversation: messages, typing indicator and composer, on its own screen or in the dialog of a trip.

import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { WifiOff } from 'lucide-react'
import type { Mention } from '#core/chat/mentions.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { OpenState } from '#web/chat/engine/chatState.ts'
import type { OpenConversation } from '#web/chat/engine/open/openConversation.ts'
import {
  type MessageRow,
  canBeEdited,
  countAfter,
  isSystemRow,
  readersOf,
  rowsOf,
} from '#web/chat/engine/timeline/timelineRows.ts'
import { messageRow } from '#web/chat/view/useScrollPosition.ts'
import { shownRange, type Timeline } from '#web/chat/engine/timeline/timeline.ts'
import { TypingLabel } from '#web/chat/view/TypingLabel.tsx'
import { currentChat } from '#web/chat/state/currentChat.ts'
import { tripChatText } from '#web/chat/state/tripChatFailure.ts'
import { useConnection, useConversation, useOpenConversation, useTypers } from '#web/chat/state/useChat.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import type { AdoptDraft } from '#web/platform/storage/drafts.ts'
import { formatCount } from '#core/kernel/format.ts'
import { NOT_OPENED, networkState } from '#web/platform/http/network.ts'
import type { ShownCards } from '#web/chat/cards/TripCards.tsx'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { type ComposerTarget, Composer } from '#web/chat/view/Composer.tsx'
import { type QuotedRow, composerDrafts } from '#web/chat/view/composerDrafts.ts'
import type { ShownHit } from '#web/chat/view/SearchWithinBar.tsx'
import { MarkWords } from '#web/chat/view/MessageBubble.tsx'
import type { SearchWithin } from '#web/chat/view/useSearchWithin.ts'
import { type MessageListHandle, MessageList } from '#web/chat/view/MessageList.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { isOfText } from '#web/chat/engine/open/pendingMessages.ts'
import { RefusedActions } from '#web/chat/view/RefusedActions.tsx'
import { outbox } from '#web/platform/outbox/outbox.ts'
import { useMe } from '#web/platform/session/useMyId.ts'
import { withNewest } from '#web/chat/messagePreview.ts'
import { classes } from '#web/ui/classes.ts'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import type { ConnectionStatus } from '#web/chat/engine/live/connection.ts'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'

interface ConversationPaneProps {
  conversationId: string
  /** Shown below the error of a conversation that is gone: a way back. */
  whenGone: ReactNode
  /** It is a trip's chat, even if the conversation list does not know that yet. */
  ofTrip?: boolean
  /** Shows a person of the conversation. */
  onPerson: (userId: string) => void
  /** What is searched for in it; the field covers the head above. */
  search?: SearchWithin | null
  onSearchEnd?: (() => void) | undefined
}

export function ConversationPane(props: ConversationPaneProps) {
  return <Pane key={props.conversationId} {...props} />
}

function Pane({
  conversationId,
  whenGone,
  ofTrip = false,
  search = null,
  onSearchEnd,
  onPerson,
}: ConversationPaneProps) {
  const opened = useOpenConversation(conversationId)
  if (!opened) return <MessageSkeleton />
  if (opened.state.status !== 'gone')
    return <Conversation {...{ conversationId, ofTrip, search, onSearchEnd, onPerson }} {...opened} />
  return (
    <div className="flex-1 overflow-y-auto bg-background">
      <div role="alert">
        <EmptyState
          picture={<ChatPicture />}
          title={opened.state.error ?? 'Conversation not found.'}
          action={whenGone}
        />
      </div>
      <RefusedMessages conversationId={conversationId} />
    </div>
  )
}

interface ConversationProps extends Pick<ConversationPaneProps, 'onSearchEnd'> {
  conversationId: string
  search: SearchWithin | null
  open: OpenConversation
  state: OpenState
  ofTrip: boolean
  onPerson: ConversationPaneProps['onPerson']
}

const loadTripTiles = async () => (await import('#web/chat/polls/TripTiles.tsx')).TripTiles
const loadTripCards = async () => (await import('#web/chat/cards/TripCards.tsx')).TripCards
const MessageInfoDialog = lazyDialog(
  async () => (await import('#web/chat/info/MessageInfoDialog.tsx')).MessageInfoDialog,
)
const loadSearchBar = async () => (await import('#web/chat/view/SearchWithinBar.tsx')).SearchWithinBar
const noSearch: SearchWithin = { text: '', at: null }

/** The message whose text or caption is edited, and that text. */
type Edit = QuotedRow & Pick<MessageRow, 'mentions'> & { text: string; isCaption: boolean }

const dayOf = (ms: number) => calendarDateOf(new Date(ms))
const FAILED = 'Failed to fetch trip chat messages'

/** Over 80 lines, because it connects the parts of the screen with the chat. */
function Conversation(props: ConversationProps) {
  const { conversationId, open, state, ofTrip, search, onSearchEnd, onPerson } = props
  const me = useMe()
  const { status } = useConnection()
  const typers = useTypers(conversationId)
  const [drafts] = useState(() => composerDrafts(me.id, conversationId))
  const [draft] = useState(drafts.readText)
  const [draftMentions] = useState(drafts.readMentions)
  const [photos, setPhotos] = useState(drafts.readPhotos)
  const [quoted, setQuoted] = useState(drafts.readQuote)
  const [edited, setEdited] = useState<Edit | null>(null)
  const [deleted, setDeleted] = useState<MessageRow | null>(null)
  const [explained, setExplained] = useState<MessageRow | null>(null)
  const list = useRef<MessageListHandle>(null)
  const now = useNow()
  const { timeline, changes, newFrom } = state
  // Another time zone has other days, and so other dividers.
  const zone = new Date(now).getTimezoneOffset()
  const conversation = useConversation(conversationId)
  const people = conversation?.participants
  const myRole = people?.find(({ id }) => id === me.id)?.role
  const isOrganizer = myRole === 'organizer'
  const rows = useMemo(
    () =>
      rowsOf(timeline, {
        me: { id: me.id, username: me.username },
        others: people,
        changes,
        newFrom,
        dayOf,
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [timeline, changes, newFrom, me.id, me.username, zone, people],
  )

  const shown = shownRange(timeline)
  const hasOlder = shown ? shown.from > timeline.firstSeq : !timeline.isLoaded
  const hasNewer = shown !== undefined && shown.to < timeline.lastSeq
  const [cards, setCards] = useState<ShownCards | null>(null)
  const rowsWithCards = useMemo(
    () => cards?.place(rows, { hasOlder, hasNewer, dayOf }) ?? rows,
    [cards, rows, hasOlder, hasNewer],
  )
  const firstAt = rows.find(({ type }) => type === 'message')
  const cardsPart = useIdlePart(loadTripCards, {
    conversationId,
    tripId: conversation?.trip_id ?? null,
    inTrip: ofTrip,
    since: hasOlder ? (firstAt?.type === 'message' ? firstAt.at : null) : '',
    onCards: setCards,
  })
  const tripId = conversation?.trip_id ?? null
  const [isAdding, setAdding] = useState(false)
  const tripTiles = useIdlePart(loadTripTiles, {
    onClose: () => setAdding(false),
    tripId: tripId ?? '',
    conversationId,
    inTrip: ofTrip,
  })
  // Without a network, own pending messages are shown.
  const isTripChat = conversation?.type === 'trip_chat' || ofTrip
  const canShow = state.hasOpened || state.isListLate || (state.error !== null && rows.length > 0)
  const { isOffline } = useSnapshot(networkState)
  const isUnopened = !canShow && isOffline
  // Messages that were shown from the end stay where they are, unless some turn out to be unread.
  const isAtOpening = state.hasOpened && (newFrom !== null || !state.isListLate)
  // The draft of a new message, with its quote, is there again after an edit.
  const target: ComposerTarget | null = edited
    ? { mode: 'edit', row: edited, ...edited, mentions: edited.mentions ?? [] }
    : quoted && { mode: 'reply', row: messageRow(rows, quoted.key) ?? quoted }
  const shownQuote = useRef(quoted?.key)
  useEffect(() => void (shownQuote.current = quoted?.key), [quoted])
  const quote = (row: QuotedRow | null) => {
    setQuoted(row)
    drafts.saveQuote(row)
  }
  const edit = (row: MessageRow) =>
    setEdited({ ...row, text: drafts.readEdit(row), isCaption: row.files.length > 0 })
  useEffect(
    () =>
      drafts.followQuote((row, before) => {
        if (shownQuote.current !== before?.key) return false
        setQuoted(row)
        return true
      }),
    [drafts],
  )
  const follow = (adopt: AdoptDraft) =>
    edited
      ? drafts.followEdit(edited, (text, before, wasSent) => {
          const isAdopted = adopt(text, before, wasSent)
          if (isAdopted && text === edited.content) setEdited(null)
          return isAdopted
        })
      : drafts.followText(adopt)
  const endEdit = (row: QuotedRow) => {
    setEdited(null)
    drafts.saveEdit(row, row.content)
  }
  const send = (content: string, mentions: readonly Mention[], files: readonly AttachedFile[]) => {
    if (edited) {
      endEdit(edited)
      const isSame = JSON.stringify(mentions) === JSON.stringify(edited.mentions ?? [])
      if (content !== edited.content || !isSame)
        currentChat().edit(conversationId, edited.key, content, mentions)
      return
    }
    quote(null)
    currentChat().send(conversationId, content, quoted?.key ?? null, mentions, files)
    list.current?.toEnd()
  }
  const toMessage = async (id: string) => {
    if (await open.toMessage(id)) list.current?.toMessage(id)
    else toast.info('That message cannot be shown now.')
  }
  const [hit, setHit] = useState<ShownHit | null>(null)
  const searchPart = useIdlePart(loadSearchBar, {
    conversationId,
    search: search ?? noSearch,
    onEnd: () => onSearchEnd?.(),
    onShow: setHit,
    key: JSON.stringify(search),
  })
  const showHit = useEffectEvent((id: string) => void toMessage(id))
  const hitId = hit?.id
  useEffect(() => {
    if (hitId !== undefined && canShow) showHit(hitId)
  }, [hitId, canShow])

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-background">
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* The bar at the foot says that the network is away. */}
        {!isUnopened && <ConnectionBanner status={status} photoCount={waitingPhotos(timeline)} />}
        {canShow ? (
          <MarkWords value={hit?.mark ?? null}>
            <MessageList
              found={hit?.id ?? null}
              key={isAtOpening ? 'opened' : 'unread'}
              ref={list}
              tripId={tripId}
              rows={rowsWithCards}
              renderCard={cards?.render}
              now={now}
              opensAt={newFrom === null ? null : 'new'}
              hasOlder={hasOlder}
              onOlder={open.loadOlder}
              hasNewer={hasNewer}
              onNewer={open.loadNewer}
              onEndWanted={open.toEnd}
              countAfter={(seq) => countAfter(timeline, seq, me.id)}
              onView={open.setVisibleRange}
              myId={me.id}
              nameOf={(id) =>
                id === me.id
                  ? 'You'
                  : (people?.find((person) => person.id === id)?.username ?? 'Someone who left')
              }
              usernameOf={(id) => people?.find((person) => person.id === id)?.username}
              onMention={onPerson}
              canDelete={({ isOwn }) => isOwn || (isTripChat && isOrganizer)}
              onReact={(row, emoji, isSet) => currentChat().react(conversationId, row.key, emoji, isSet)}
              onDeleteForAll={setDeleted}
              onInfo={setExplained}
              onReply={(row) => {
                setEdited(null)
                quote(row)
              }}
              onEdit={edit}
              onJumpToQuoted={(id) => void toMessage(id)}
              readersOf={(seq) => readersOf(timeline, seq, people?.filter(({ id }) => id !== me.id) ?? [])}
              onRetry={(id) => currentChat().retry(id)}
              onDelete={(id) => currentChat().discard(id)}
            />
          </MarkWords>
        ) : isUnopened ? (
          <EmptyState picture={<ChatPicture />} title={NOT_OPENED} />
        ) : state.error !== null ? (
          <ErrorState
            message={isTripChat && state.failure ? tripChatText(FAILED, state.failure) : state.error}
            onRetry={open.retry}
          />
        ) : (
          <MessageSkeleton />
        )}
      </div>
      <LazyConfirmDialog
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title="Delete for everyone?"
        submitText="Delete"
        onConfirm={() => {
          setDeleted(null)
          currentChat().delete(conversationId, deleted!.key)
        }}
      >
        “This message was deleted” will stand in its place, and nobody can read or find it any more. The
        server’s log and its backups keep the words until the whole chat is erased.
      </LazyConfirmDialog>
      {cardsPart}
      <MessageInfoDialog
        open={explained !== null}
        onClose={() => setExplained(null)}
        conversationId={conversationId}
        row={explained}
        readers={
          explained?.seq
            ? readersOf(timeline, explained.seq, people?.filter(({ id }) => id !== me.id) ?? [])
            : null
        }
      />
      <MessageAnnouncer timeline={timeline} myId={me.id} />
      {search && searchPart}
      {/* What is written stays. */}
      <div hidden={search !== null && searchPart !== undefined}>
        {/* Its height is fixed, so that nothing moves when somebody starts or stops typing. */}
        <p aria-hidden className="page-width h-5 shrink-0 truncate gutter text-meta text-muted">
          <TypingLabel names={typers.map(({ username }) => username)} />
        </p>
        <Composer
          isPlusOpen={isAdding}
          onPlus={setAdding}
          tiles={tripId !== null && tripTiles}
          draft={draft}
          draftMentions={draftMentions}
          people={people?.filter(({ id }) => id !== me.id) ?? []}
          mayMentionAll={isOrganizer || myRole === 'co_organizer'}
          follow={follow}
          isConnected={status === 'connected'}
          target={target}
          onType={(text, mentions) => {
            if (edited) return drafts.saveEdit(edited, text)
            drafts.saveText(text, mentions)
            currentChat().typed(conversationId, text)
          }}
          onSend={send}
          photos={photos}
          onPhotos={(photos) => {
            setPhotos(photos)
            drafts.savePhotos(photos)
          }}
          onCancel={(by) => {
            if (!edited) quote(null)
            // Escape can be an accident, as in a form (docs/decisions/0047).
            else if (by === 'escape') setEdited(null)
            else endEdit(edited)
          }}
          onEditLast={() => {
            const last = rows.findLast((row) => row.type === 'message' && row.isOwn && !isSystemRow(row))
            if (last?.type === 'message' && canBeEdited(last)) edit(last)
          }}
        />
      </div>
    </div>
  )
}

/**
 * Own refused messages of a conversation that this person can no longer read, until they are sent again or deleted.
 */
function RefusedMessages({ conversationId }: { conversationId: string }) {
  const { commands } = useSnapshot(outbox)
  const refused = commands.filter(
    (command) =>
      command.state === 'refused' && isOfText(command) && command.params['conversationId'] === conversationId,
  )
  if (refused.length === 0) return null
  return (
    <ul aria-label="Not sent" className="page-width grid gap-2 gutter pb-6">
      {refused.map(({ key, body, error, retry, discard }) => (
        <li key={key} className="flex flex-col items-end">
          <p className="max-w-[min(80%,36rem)] rounded-bubble rounded-ee-control bg-own-bubble px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
            <bdi>{(body as { content: string }).content}</bdi>
          </p>
          <RefusedActions error={error} onRetry={retry} onDelete={discard} />
        </li>
      ))}
    </ul>
  )
}

/** Announces new messages of others to screen readers while the conversation is open; no typing. */
function MessageAnnouncer({ timeline, myId }: { timeline: Timeline; myId: string }) {
  const [announced, setAnnounced] = useState(withNewest({ seq: null, text: '' }, timeline, myId))
  const next = withNewest(announced, timeline, myId)
  if (next !== announced) setAnnounced(next)
  return <output className="sr-only">{next.text}</output>
}

/** Messages of others with the room of an avatar, and own ones. */
const skeletonWidths = ['w-40', 'w-56', 'w-32 own', 'w-64', 'w-48', 'w-36 own', 'w-52']

/** The placeholder while messages are fetched. */
function MessageSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden py-3">
      <Loading label="Loading messages...">
        <div className="page-width space-y-2.5 px-[calc(var(--gutter)-4px)]">
          {skeletonWidths.map((width) => (
            <Skeleton
              key={width}
              className={classes(
                'h-11 max-w-[80%] rounded-bubble',
                width,
                width.endsWith('own') ? 'ms-auto' : 'ms-9.5',
              )}
            />
          ))}
        </div>
      </Loading>
    </div>
  )
}

const waitingPhotos = ({ pending }: Timeline): number =>
  pending.reduce((sum, { state, files }) => (state === 'waiting' ? sum + files.length : sum), 0)

const connectionTexts: Record<Exclude<ConnectionStatus, 'connected'>, string> = {
  connecting: 'Connecting...',
  reconnecting: 'Connection lost. Reconnecting...',
  disconnected: 'No connection. What you write is sent as soon as you are online.',
  error: 'Unable to reconnect. What you write is kept and sent later.',
}

/**
 * The state of the connection, over the list, so that no message moves. It is not announced to screen readers,
 * because a toast announces each change.
 */
function ConnectionBanner({ status, photoCount }: { status: ConnectionStatus; photoCount: number }) {
  const isTrying = status === 'connecting' || status === 'reconnecting'
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 flex justify-center px-4">
      {status !== 'connected' && (
        <p className="mt-2 flex max-w-full animate-rise items-center gap-2 rounded-card bg-warning-soft px-3.5 py-1.5 text-secondary font-medium text-warning shadow-float">
          {isTrying ? <Spinner /> : <WifiOff aria-hidden className="size-4.5 shrink-0" />}
          <span className="min-w-0">
            {`${connectionTexts[status]}${photoCount > 0 ? ` ${formatCount(photoCount, 'photo')} waiting.` : ''}`}
          </span>
        </p>
      )}
    </div>
  )
}
