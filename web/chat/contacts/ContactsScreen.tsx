// All contacts with their presence; a press opens the conversation with one.

import { useSnapshot } from 'valtio'
import { listUsers } from '#core/people/contract.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { formatCount } from '#web/platform/format.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { useConversations, usePresenceOf } from '#web/chat/state/useChat.ts'
import { useStartChat } from '#web/chat/contacts/useStartChat.ts'
import { useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

const FAILED = 'Failed to load contacts. Please make sure you are logged in.'

export function ContactsScreen() {
  const myId = useSnapshot(session).user?.id ?? ''
  const { data, error, isLoading, reload } = useQuery(listUsers)
  const { conversations } = useConversations()
  const presenceOf = usePresenceOf()
  const now = useNow()
  useReloadOnOpen(true, { data, error, isLoading, reload })
  const { starting, start } = useStartChat(
    (userId) =>
      conversations.find((one) => one.type === 'direct' && otherPersonOf(one, myId)?.id === userId)?.id,
  )

  const contacts = data?.data.filter(({ id }) => id !== myId)
  return (
    <>
      <TopBar
        title="Contacts"
        shadow
        {...(contacts && { detail: formatCount(contacts.length, 'contact') })}
      />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-4 md:pt-6">
          {contacts && error && (
            <RetryBanner query={{ isLoading, reload }}>
              {FAILED} This is who was there when it was last read.
            </RetryBanner>
          )}
          {!contacts ? (
            error && !isLoading ? (
              <ErrorState message={FAILED} onRetry={() => void reload()} />
            ) : (
              <SkeletonList rows={6} label="Loading contacts..." />
            )
          ) : contacts.length === 0 ? (
            <EmptyState picture={<ChatPicture />} title="No contacts found" />
          ) : (
            <List label="Contacts">
              {contacts.map((user) => (
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
          )}
        </div>
      </main>
    </>
  )
}
