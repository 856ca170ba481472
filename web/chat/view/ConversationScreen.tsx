// A conversation on a screen of its own, as high as the area above a phone's keyboard, with a fixed header and composer. In
// a wide window the list stands beside it, and Escape returns to that; in the widest also its people and its trip.

import { Search } from 'lucide-react'
import { type ComponentType, use, useEffect, useState } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { ConversationAvatar, meFirst, otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { formatCount } from '#web/platform/time/format.ts'
import { presenceText } from '#web/chat/Presence.tsx'
import { useConversation, useConversations, useIsGone, usePresenceOf } from '#web/chat/state/useChat.ts'
import { ConversationPane } from '#web/chat/view/ConversationPane.tsx'
import { useSearchWithin } from '#web/chat/view/useSearchWithin.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { setTitle } from '#web/platform/page/title.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { Anchor, Navigation } from '#web/ui/buttons/Anchor.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { readItem, removeStored, writeItem } from '#web/platform/storage/localStorage.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { LARGE_PX, WIDEST_PX, useWide } from '#web/ui/useWide.ts'

const InfoDialog = lazyDialog(
  async () => (await import('#web/chat/info/ConversationInfo.tsx')).ConversationInfoDialog,
)

export interface ConversationAsideProps {
  conversation: ConversationResponse
  myId: string
  /** Whose row has the focus. */
  personId: string | null
}

interface ConversationScreenProps {
  conversationId: string
  /** Loads what stands beside it in the widest window, which has parts of other features. */
  loadAside: () => Promise<ComponentType<ConversationAsideProps>>
}

export function ConversationScreen({ conversationId, loadAside }: ConversationScreenProps) {
  const conversation = useConversation(conversationId)
  const { isLoaded, error } = useConversations()
  const isGone = useIsGone(conversationId)
  const myId = useMyId()
  const name = conversation?.name ?? 'Chat'
  useEffect(() => setTitle(name), [name])
  const isWide = useWide(LARGE_PX)
  const isWidest = useWide(WIDEST_PX)
  const navigate = use(Navigation)
  const search = useSearchWithin()
  const path = paths.conversation(conversationId)
  const [isInfoOpen, setInfoOpen] = useState(false)
  const [personId, setPersonId] = useState<string | null>(null)
  const [isAsideHidden, setAsideHidden] = useState(() => readItem(ASIDE_HIDDEN) !== null)
  const toggleAside = () => {
    if (isAsideHidden) removeStored(ASIDE_HIDDEN)
    else writeItem(ASIDE_HIDDEN, 'yes')
    setAsideHidden(!isAsideHidden)
  }
  useEscapeToList(isWide)
  return (
    <div className="visible-area beside-rail flex">
      <div className="relative flex min-w-0 flex-1 flex-col">
        <div inert={search !== null} className="makes-way">
          <TopBar
            fixed={false}
            title={name}
            right={
              <IconButton
                label="Search in this conversation"
                icon={Search}
                onClick={() => navigate?.(`${path}#search=`)}
              />
            }
            {...(!isWide && { back: { href: paths.chat, label: 'Back to chats' } })}
            {...(conversation
              ? {
                  press: {
                    onPress: isWidest ? toggleAside : () => setInfoOpen(true),
                    onPointerEnter: InfoDialog.prefetch,
                    ...(isWidest && { expanded: !isAsideHidden }),
                  },
                  leading: <AvatarWithPresence conversation={conversation} myId={myId} />,
                  detail: <Detail conversation={conversation} myId={myId} />,
                }
              : !isLoaded && error === null && { leading: <Skeleton round className="size-10" /> })}
          />
        </div>
        <main className="flex min-h-0 flex-1 flex-col bg-surface pb-safe">
          <ConversationPane
            conversationId={conversationId}
            onPerson={(id) => {
              setPersonId(id)
              if (!isWidest) setInfoOpen(true)
              else if (isAsideHidden) toggleAside()
            }}
            search={search}
            onSearchEnd={() => endSearch(path)}
            whenGone={
              <LinkButton href={paths.chat} variant="secondary">
                Back to chats
              </LinkButton>
            }
          />
        </main>
      </div>
      <InfoDialog
        open={isInfoOpen && !isWidest && !isGone}
        onClose={() => {
          setInfoOpen(false)
          setPersonId(null)
        }}
        personId={personId}
        onSearch={() => navigate?.(`${path}#search=`)}
        conversation={conversation}
        myId={myId}
      />
      {isWidest && !isGone && !isAsideHidden && (
        <aside
          aria-label={conversation?.trip_id ? 'People and trip' : 'People'}
          className="w-75 shrink-0 overflow-y-auto border-s border-line bg-surface pb-safe"
        >
          {conversation && (
            <LazyAside load={loadAside} conversation={conversation} myId={myId} personId={personId} />
          )}
        </aside>
      )}
    </div>
  )
}

/** In the storage of this device. */
const ASIDE_HIDDEN = 'conversation-aside-hidden'

/** Back where the search was opened here; else the conversation stays, as from a row that was found. */
function endSearch(path: string): void {
  if ((history.state as { from?: string } | null)?.from === path) return history.back()
  history.replaceState(history.state, '', path)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

type LazyAsideProps = ConversationAsideProps & { load: ConversationScreenProps['loadAside'] }

const LazyAside = ({ load, ...props }: LazyAsideProps) => useIdlePart(load, props)

/** They have an Escape of their own: a dialog, a menu, a message that is edited or answered, and a search. */
const escapable =
  '[role=dialog], [role=alertdialog], [role=menu], [data-composer-target], [data-conversation-search], [type=search]:focus:not(:placeholder-shown)'

function useEscapeToList(isOn: boolean): void {
  const navigate = use(Navigation)
  useEffect(() => {
    if (!isOn) return undefined
    const leave = ({ key, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || document.querySelector(escapable)) return
      // The row stays, so the keyboard continues from it.
      document.querySelector<HTMLElement>('.list-pane [aria-current]')?.focus()
      navigate?.(paths.chat, true)
    }
    // Before the parts that close on the same key, and are then gone.
    addEventListener('keydown', leave, { capture: true })
    return () => removeEventListener('keydown', leave, { capture: true })
  }, [isOn, navigate])
}

/** A component of its own, because it renders each second. The face of a trip's chat leads to the trip. */
function AvatarWithPresence(props: { conversation: ConversationResponse; myId: string }) {
  const presenceOf = usePresenceOf()
  const { conversation, myId } = props
  const { type, trip_id: tripId, trip } = conversation
  const other = type === 'direct' ? otherPersonOf(conversation, myId) : undefined
  const avatar = <ConversationAvatar {...props} presence={other && presenceOf(other.id)?.status} />
  if (tripId === null) return avatar
  const label = `Open the trip${trip ? ` ${trip.title}` : ''}`
  return (
    // Above the button that the rest of the head is.
    <Anchor
      href={paths.trip(tripId)}
      aria-label={label}
      title={label}
      className="touch-target relative z-1 rounded-field"
    >
      {avatar}
    </Anchor>
  )
}

/** The other person's presence in a direct conversation, else the participants. */
function Detail({ conversation, myId }: { conversation: ConversationResponse; myId: string }) {
  const { participants, type } = conversation
  const presenceOf = usePresenceOf()
  const now = useNow()
  const count = formatCount(participants.length, 'participant')
  if (type === 'direct') {
    const presence = presenceOf(otherPersonOf(conversation, myId)?.id ?? '')
    return <span>{presence ? `${presenceText(presence, now)} · ${count}` : count}</span>
  }
  return (
    <>
      <span>{`${count} · `}</span>
      {meFirst(participants, myId).map(({ id, username }, index) => (
        <span key={id}>
          {index > 0 && <span>{', '}</span>}
          <bdi>{id === myId ? 'you' : username}</bdi>
        </span>
      ))}
    </>
  )
}
