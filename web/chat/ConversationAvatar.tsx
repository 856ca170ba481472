// The avatar of a conversation; its shape shows the kind: a square cover for a trip, a circle for a person (with a dot
// while online or away), two overlapping circles for a group.

import { createElement } from 'react'
import type { ConversationResponse } from '#core/chat/contract.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { PresenceDot } from '#web/chat/Presence.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { createLazyCode } from '#web/ui/lazyCode.ts'

interface ConversationAvatarProps {
  conversation: Pick<ConversationResponse, 'id' | 'type' | 'trip_id' | 'trip' | 'name' | 'participants'>
  myId: string
  /** Of the other person of a direct conversation. */
  presence?: UserPresence['status'] | undefined
  size?: 'md' | 'lg'
}

/** The class names of the kinds of each size. */
const sizes = {
  md: { square: 'size-10 rounded-field', pair: 'size-10', one: 'xs' },
  lg: { square: 'size-13 rounded-card', pair: 'size-13', one: 'sm' },
} as const

const useCoverThumb = createLazyCode(async () => (await import('#web/ui/cover/Cover.tsx')).CoverThumb)

export function ConversationAvatar({ conversation, myId, presence, size = 'md' }: ConversationAvatarProps) {
  const { type, id, name } = conversation
  if (type === 'trip_chat') return <TripFace {...conversation} className={sizes[size].square} />
  const other = otherPersonOf(conversation, myId)
  if (type === 'group') {
    const { pair, one } = sizes[size]
    return (
      <span className={`relative shrink-0 ${pair}`}>
        {twoPeopleOf(conversation, myId).map((person, index) => (
          <span
            key={person.id}
            className={`absolute inline-flex rounded-full ring-2 ring-surface ${index === 0 ? 'start-0 top-0' : 'end-0 bottom-0'}`}
          >
            <Avatar id={person.id} name={person.username} size={one} />
          </span>
        ))}
      </span>
    )
  }
  return (
    <span className="relative inline-flex">
      <Avatar id={other?.id ?? id} name={name} size={size} />
      <PresenceDot status={presence} isNamed />
    </span>
  )
}

type TripFaceProps = Pick<ConversationResponse, 'id' | 'trip_id' | 'trip'> & { className: string }

function TripFace({ id, trip_id: tripId, trip, className }: TripFaceProps) {
  const thumb = useCoverThumb()
  if (!thumb) return <span className={`shrink-0 bg-surface-2 ${className}`} />
  return createElement(thumb, {
    trip: { id: tripId ?? id, destination: trip?.destination ?? '' },
    className,
  })
}

/** The other person of a direct conversation. */
export function otherPersonOf(
  { participants }: Pick<ConversationResponse, 'participants'>,
  myId: string,
): { id: string; username: string } | undefined {
  return participants.find(({ id }) => id !== myId)
}

/** This person first, as `you`. */
export const meFirst = <Person extends { id: string }>(participants: readonly Person[], myId: string) =>
  participants.toSorted((a, b) => Number(b.id === myId) - Number(a.id === myId))

/** Two others of a group, or the one other and this person. */
function twoPeopleOf({ participants }: Pick<ConversationResponse, 'participants'>, myId: string) {
  return participants.toSorted((a, b) => Number(a.id === myId) - Number(b.id === myId)).slice(0, 2)
}
