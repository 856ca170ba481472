// The people of a conversation, with their presence.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { meFirst } from '#web/chat/ConversationAvatar.tsx'
import { presenceWords } from '#web/chat/PresenceChip.tsx'
import { PresenceDot } from '#web/chat/PresenceDot.tsx'
import { usePresenceOf } from '#web/chat/state/useChat.ts'
import { formatCount } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'

interface ConversationPeopleProps {
  conversation: Pick<ConversationResponse, 'participants'>
  myId: string
}

export function ConversationPeople({ conversation: { participants }, myId }: ConversationPeopleProps) {
  const presenceOf = usePresenceOf()
  const isMe = ({ id }: { id: string }) => id === myId
  const people = meFirst(participants, myId)
  return (
    <section aria-labelledby="people-of-chat" className="p-4">
      <h2 id="people-of-chat" className="pb-1 font-semibold">
        {formatCount(people.length, 'participant')}
      </h2>
      <ul>
        {people.map((person) => {
          const status = isMe(person) ? undefined : presenceOf(person.id)?.status
          return (
            <li key={person.id} className="flex min-h-11 items-center gap-3">
              <span className="relative inline-flex">
                <Avatar id={person.id} name={person.username} size="sm" />
                <PresenceDot status={status} isSmall />
              </span>
              <span className="min-w-0 flex-1 truncate">
                <bdi>{person.username}</bdi>
              </span>
              <span className="text-secondary text-muted">
                {isMe(person) ? 'you' : status && presenceWords[status]}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
