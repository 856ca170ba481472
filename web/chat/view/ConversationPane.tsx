// A conversation one is in: what was said, who is typing, and where one writes. The same on its own screen and in the
// dialog of a trip.

import type { ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { OpenConversation, OpenState } from '#web/chat/openShapes.ts'
import { countAfter, rowsOf } from '#web/chat/timelineRows.ts'
import { shownRange } from '#web/chat/timeline.ts'
import { TypingLabel } from '#web/chat/TypingLabel.tsx'
import { myChat } from '#web/chat/myChat.ts'
import { tripChatText } from '#web/chat/trip/tripChatFailure.ts'
import {
  useConnection,
  useConversation,
  useDraft,
  useOpenConversation,
  useTypers,
} from '#web/chat/useChat.ts'
import { session } from '#web/platform/session.ts'
import { useNow } from '#web/platform/useNow.ts'
import type { Regarding } from '#web/chat/view/Composer.tsx'
import { Composer } from '#web/chat/view/Composer.tsx'
import { ConnectionBanner } from '#web/chat/view/ConnectionBanner.tsx'
import { LeftUnsent } from '#web/chat/view/LeftUnsent.tsx'
import type { MessageListHandle } from '#web/chat/view/MessageList.tsx'
import { MessageList } from '#web/chat/view/MessageList.tsx'
import { MessageSkeleton } from '#web/chat/view/MessageSkeleton.tsx'
import { NewsRegion } from '#web/chat/view/NewsRegion.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface ConversationPaneProps {
  conversationId: string
  /** Below the sentence that says it is not there, or not any more: where one goes on. */
  whenGone: ReactNode
  /** It is a trip's chat, also where the list of conversations does not say so yet. */
  ofTrip?: boolean
}

export function ConversationPane(props: ConversationPaneProps) {
  return <Pane key={props.conversationId} {...props} />
}

function Pane({ conversationId, whenGone, ofTrip = false }: ConversationPaneProps) {
  const opened = useOpenConversation(conversationId)
  if (!opened) return <MessageSkeleton />
  if (opened.state.status !== 'gone')
    return <Talk conversationId={conversationId} {...opened} ofTrip={ofTrip} />
  return (
    <div className="flex-1 overflow-y-auto bg-background">
      <ErrorState message={opened.state.error ?? 'Conversation not found.'} />
      <LeftUnsent conversationId={conversationId} />
      <div className="flex justify-center pb-8">{whenGone}</div>
    </div>
  )
}

interface TalkProps {
  conversationId: string
  open: OpenConversation
  state: OpenState
  ofTrip: boolean
}

const MINUTE_MS = 60_000
const cannotRead = 'Failed to fetch trip chat messages'

function Talk({ conversationId, open, state, ofTrip }: TalkProps) {
  const { user } = useSnapshot(session)
  const me = { id: user?.id ?? '', username: user?.username ?? '' }
  const { status } = useConnection()
  const typers = useTypers(conversationId)
  const [draft, keepDraft] = useDraft(conversationId)
  const [regarding, regard] = useState<Regarding | null>(null)
  const list = useRef<MessageListHandle>(null)
  const now = useNow(MINUTE_MS)
  const { timeline, edits, newFrom } = state
  // Who crosses a border has other days: the lines between the messages go along.
  const zone = new Date(now).getTimezoneOffset()
  const rows = useMemo(
    () => rowsOf(timeline, { me: { id: me.id, username: me.username }, edits, newFrom }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [timeline, edits, newFrom, me.id, me.username, zone],
  )

  const shown = shownRange(timeline)
  // Without a network there is at least what one wrote oneself.
  const isTripChat = useConversation(conversationId)?.type === 'trip_chat' || ofTrip
  const canShow = state.hasOpened || (state.error !== null && rows.length > 0)
  const send = (content: string) => {
    regard(null)
    if (regarding?.to === 'edit') {
      if (content !== regarding.row.content) myChat().edit(conversationId, regarding.row.key, content)
      return
    }
    myChat().send(conversationId, content, regarding?.row.key ?? null)
    list.current?.toEnd()
  }
  const toMessage = async (id: string) => {
    if (await open.toMessage(id)) list.current?.toMessage(id)
    else toast.info('That message cannot be shown now.')
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-background">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ConnectionBanner status={status} />
        {canShow ? (
          <MessageList
            key={state.hasOpened ? 'opened' : 'unread'}
            ref={list}
            rows={rows}
            now={now}
            opensAt={newFrom === null ? null : 'new'}
            hasOlder={shown ? shown.from > 1 : !timeline.isLoaded}
            onOlder={open.loadOlder}
            hasNewer={shown !== undefined && shown.to < timeline.lastSeq}
            onNewer={open.loadNewer}
            onEndWanted={open.toEnd}
            countAfter={(seq) => countAfter(timeline, seq, me.id)}
            onView={open.look}
            onReply={(row) => regard({ row, to: 'reply' })}
            onEdit={(row) => regard({ row, to: 'edit' })}
            onQuote={(id) => void toMessage(id)}
            onRetry={(id) => myChat().retry(id)}
            onDelete={(id) => myChat().discard(id)}
          />
        ) : state.error !== null ? (
          <ErrorState
            message={isTripChat && state.failure ? tripChatText(cannotRead, state.failure) : state.error}
            onRetry={open.retry}
          />
        ) : (
          <MessageSkeleton />
        )}
      </div>
      <NewsRegion timeline={timeline} myId={me.id} />
      {/* Its place is kept, so nothing moves when somebody begins or stops. */}
      <p aria-hidden className="page-width h-5 shrink-0 truncate gutter text-meta text-muted">
        <TypingLabel names={typers.map(({ username }) => username)} />
      </p>
      <Composer
        draft={draft}
        isConnected={status === 'connected'}
        regarding={regarding}
        onType={(text) => {
          keepDraft(text)
          myChat().typed(conversationId, text)
        }}
        onSend={send}
        onCancel={() => regard(null)}
      />
    </div>
  )
}
