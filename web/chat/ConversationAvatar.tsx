// The avatar of a conversation: the other person of a direct one, with a dot while online; else an icon of its type.

import { Plane, UsersRound } from 'lucide-react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { hueOf } from '#web/ui/hueOf.ts'

interface ConversationAvatarProps {
  conversation: Pick<ConversationResponse, 'id' | 'type' | 'name' | 'participants'>
  myId: string
  isOnline?: boolean
  size?: 'sm' | 'md'
}

export function ConversationAvatar(props: ConversationAvatarProps) {
  const { conversation, myId, isOnline = false, size = 'md' } = props
  if (conversation.type === 'direct') {
    const other = otherPersonOf(conversation, myId)
    return (
      <span className="relative inline-flex">
        <Avatar id={other?.id ?? conversation.id} name={conversation.name} size={size} />
        {isOnline && (
          <span className="absolute -end-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-surface bg-online">
            <span className="sr-only">Online</span>
          </span>
        )}
      </span>
    )
  }
  const Icon = conversation.type === 'group' ? UsersRound : Plane
  return (
    <span
      style={{ backgroundColor: hueOf(conversation.id), color: 'var(--on-sender)' }}
      className={`inline-flex shrink-0 items-center justify-center rounded-full ${size === 'md' ? 'size-10' : 'size-8'}`}
    >
      <Icon aria-hidden className={size === 'md' ? 'size-5' : 'size-4'} />
    </span>
  )
}

/** The other person of a direct conversation. */
export function otherPersonOf(
  { participants }: Pick<ConversationResponse, 'participants'>,
  myId: string,
): { id: string; username: string } | undefined {
  return participants.find(({ id }) => id !== myId)
}
