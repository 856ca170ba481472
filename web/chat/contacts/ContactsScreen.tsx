// All contacts with their presence; a press opens the conversation with one.

import { type User, listUsers } from '#core/people/contract.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { formatCount } from '#web/platform/format.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { useConversations, usePresenceOf } from '#web/chat/state/useChat.ts'
import { useStartChat } from '#web/chat/contacts/useStartChat.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

const FAILED = 'Failed to load contacts. Please make sure you are logged in.'

const presenceOrder: Record<User['status'], number> = { online: 0, away: 1, offline: 2 }

export function ContactsScreen() {
  const myId = useMyId()
  const query = useQuery(listUsers)
  const { conversations } = useConversations()
  const presenceOf = usePresenceOf()
  const now = useNow()
  useReloadOnOpen(true, query)
  const { starting, start } = useStartChat(
    (userId) =>
      conversations.find(
        (conversation) => conversation.type === 'direct' && otherPersonOf(conversation, myId)?.id === userId,
      )?.id,
  )

  // By the presence of the last reading, so that no row moves when somebody comes or goes.
  const contacts =
    query.data?.data
      .filter(({ id }) => id !== myId)
      .toSorted((one, other) => presenceOrder[one.status] - presenceOrder[other.status]) ?? null
  return (
    // The title stands over the list.
    <div className="contents [--page-width:calc(640px+2*var(--gutter))]">
      <TopBar
        title="Contacts"
        shadow
        {...(contacts && { detail: formatCount(contacts.length, 'contact') })}
      />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-4 md:pt-6">
          {contacts && query.error && (
            <RetryBanner query={query}>{FAILED} This is who was there when it was last read.</RetryBanner>
          )}
          <Loaded
            query={{ ...query, data: contacts }}
            failed={FAILED}
            skeleton={<SkeletonList rows={6} label="Loading contacts..." />}
          >
            {(users) =>
              users.length === 0 ? (
                <EmptyState picture={<ChatPicture />} title="No contacts found" />
              ) : (
                <List label="Contacts">
                  {users.map((user) => (
                    <ContactRow
                      key={user.id}
                      user={user}
                      presence={presenceOf(user.id) ?? user}
                      now={now}
                      isStarting={starting === user.id}
                      onStart={start}
                    />
                  ))}
                </List>
              )
            }
          </Loaded>
        </div>
      </main>
    </div>
  )
}
