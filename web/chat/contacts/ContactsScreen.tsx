// Everybody one can talk to: who is here, and one press to the conversation with them.

import { useSnapshot } from 'valtio'
import { listUsers } from '#core/people/contract.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { counted } from '#web/chat/counted.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { useConversations, usePresenceOf } from '#web/chat/useChat.ts'
import { useStartChat } from '#web/chat/useStartChat.ts'
import { useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

const MINUTE_MS = 60_000
const failed = 'Failed to load contacts. Please make sure you are logged in.'

export function ContactsScreen() {
  const myId = useSnapshot(session).user?.id ?? ''
  const { data, error, isLoading, reload } = useQuery(listUsers)
  const { conversations } = useConversations()
  const presenceOf = usePresenceOf()
  const now = useNow(MINUTE_MS)
  useReloadOnOpen(true, { data, error, isLoading, reload })
  const { starting, start } = useStartChat(
    (userId) =>
      conversations.find((one) => one.type === 'direct' && otherPersonOf(one, myId)?.id === userId)?.id,
  )

  const contacts = data?.data.filter(({ id }) => id !== myId)
  return (
    <>
      <TopBar title="Contacts" shadow {...(contacts && { detail: counted(contacts.length, 'contact') })} />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-4 md:pt-6">
          {contacts && error && (
            <Banner
              tone="warning"
              action={
                <Button size="sm" variant="secondary" busy={isLoading} onClick={() => void reload()}>
                  Retry
                </Button>
              }
            >
              {failed} This is who was there when it was last read.
            </Banner>
          )}
          {!contacts ? (
            error && !isLoading ? (
              <ErrorState message={failed} onRetry={() => void reload()} />
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
