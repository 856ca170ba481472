// One conversation on a screen of its own: as high as what a phone's keyboard leaves, its head and its input in place.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { paths } from '#web/app/paths.ts'
import { ConversationAvatar, otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { counted } from '#web/chat/counted.ts'
import { presenceText } from '#web/chat/PresenceChip.tsx'
import { useConversation, usePresenceOf } from '#web/chat/useChat.ts'
import { ConversationPane } from '#web/chat/view/ConversationPane.tsx'
import { session } from '#web/platform/session.ts'
import { setTitle } from '#web/platform/title.ts'
import { useNow } from '#web/platform/useNow.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

export function ConversationScreen({ conversationId }: { conversationId: string }) {
  const conversation = useConversation(conversationId)
  const myId = useSnapshot(session).user?.id ?? ''
  const name = conversation?.name ?? 'Chat'
  useEffect(() => setTitle(name), [name])
  const isHere = usePresenceOf()
  const other = conversation?.type === 'direct' ? otherPersonOf(conversation, myId) : undefined
  return (
    <div className="visible-area flex flex-col">
      <TopBar
        fixed={false}
        title={name}
        back={{ href: paths.chat, label: 'Back to chats' }}
        {...(conversation && {
          leading: (
            <ConversationAvatar
              of={conversation}
              myId={myId}
              size="sm"
              isOnline={other !== undefined && isHere(other.id)?.status === 'online'}
            />
          ),
        })}
        // Its room is kept while it is on its way.
        detail={conversation ? <Detail conversation={conversation} myId={myId} /> : '\u00a0'}
      />
      <main className="flex min-h-0 flex-1 flex-col bg-surface pb-safe">
        <ConversationPane
          conversationId={conversationId}
          whenGone={
            <LinkButton href={paths.chat} variant="secondary">
              Back to chats
            </LinkButton>
          }
        />
      </main>
    </div>
  )
}

const MINUTE_MS = 60_000

/** Of two first whether the other is here, of more who they are; where it is narrow the end of the line is cut. */
function Detail({ conversation, myId }: { conversation: ConversationResponse; myId: string }) {
  const { participants, type } = conversation
  const presenceOf = usePresenceOf()
  const now = useNow(MINUTE_MS)
  const count = counted(participants.length, 'participant')
  if (type === 'direct') {
    const presence = presenceOf(otherPersonOf(conversation, myId)?.id ?? '')
    return presence ? `${presenceText(presence, now)} · ${count}` : count
  }
  return (
    <>
      {count} ·{' '}
      {participants.map(({ id, username }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <bdi>{id === myId ? 'you' : username}</bdi>
        </span>
      ))}
    </>
  )
}
