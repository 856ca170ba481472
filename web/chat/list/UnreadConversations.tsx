// The conversations with unread messages, newest first, for a screen that is not about chats.

import { paths } from '#web/platform/paths.ts'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { useConversations } from '#web/chat/state/useChat.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useNow } from '#web/platform/useNow.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { List } from '#web/ui/List.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'

const MAX_SHOWN = 3

export function UnreadConversations() {
  const { conversations } = useConversations()
  const myId = useMyId()
  const now = useNow()
  const unread = conversations.filter(({ unread_count: count }) => count > 0).slice(0, MAX_SHOWN)
  if (unread.length === 0) return null
  return (
    <section aria-label="Unread">
      <SectionTitle
        action={
          <LinkButton href={paths.chat} variant="quiet" size="sm">
            Chats
          </LinkButton>
        }
      >
        Unread
      </SectionTitle>
      <List label="Unread conversations">
        {unread.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} myId={myId} now={now} />
        ))}
      </List>
    </section>
  )
}
