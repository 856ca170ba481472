// All contacts with their presence; a press opens the conversation with one.

import { shownName } from '#core/kernel/personName.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type User, listUsers } from '#core/people/contract.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { findContacts } from '#web/chat/contacts/findContacts.ts'
import { useContactsFailed } from '#web/chat/contacts/useContactsFailed.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { useConversations, usePresenceOf } from '#web/chat/state/useChat.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { Loaded, RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'
import { ChatPicture } from '#web/ui/pictures/ChatPicture.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { startConversation } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import { paths } from '#web/platform/page/paths.ts'
import { request } from '#web/platform/http/http.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** With more contacts they are searched by name. */
const MANY = 12

const presenceOrder: Record<User['status'], number> = { online: 0, away: 1, offline: 2 }

export function ContactsScreen() {
  const myId = useMyId()
  const query = useQuery(listUsers)
  const { conversations } = useConversations()
  const presenceOf = usePresenceOf()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const failed = useContactsFailed(query.data !== null)
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
  const isSearched = contacts !== null && contacts.length > MANY
  const found = findContacts(contacts ?? [], isSearched ? typed : '')
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
            <RetryBanner query={query}>{`${failed} ${SHOWN_FROM_BEFORE}`}</RetryBanner>
          )}
          <Loaded
            query={{ ...query, data: contacts }}
            failed={failed}
            skeleton={<SkeletonList rows={6} label="Loading contacts..." />}
          >
            {(users) =>
              users.length === 0 ? (
                <EmptyState
                  picture={<ChatPicture />}
                  title="No contacts found"
                  detail="The friends you plan trips with show up here."
                  action={<LinkButton href={paths.travel}>See trips</LinkButton>}
                />
              ) : (
                <>
                  {isSearched && (
                    <SearchField label="Search contacts" value={typed} onChange={setTyped} maxLength={100} />
                  )}
                  <output className="text-center text-muted not-empty:py-6 empty:sr-only">
                    {found.length === 0 && 'No contacts found'}
                  </output>
                  {found.length > 0 && (
                    <List label="Contacts">
                      {found.map((user) => (
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
                </>
              )
            }
          </Loaded>
        </div>
      </main>
    </div>
  )
}

/**
 * @param find returns the id of a known conversation with this person, which opens without the network
 * @returns `starting`: the id of the person with whom it is being started
 */
function useStartChat(find: (userId: string) => string | undefined) {
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<string | null>(null)
  const open = (conversationId: string) =>
    navigate(paths.conversation(conversationId), { state: { from: location.pathname } })

  const start = async (user: ChatPerson) => {
    const { id } = user
    const conversationId = find(id)
    if (conversationId !== undefined) return open(conversationId)
    setStarting(id)
    const from = location.pathname
    try {
      // A repeated request returns the same conversation.
      const body = { type: 'direct' as const, participant_ids: [id] }
      const { body: started } = await request(startConversation, { body })
      // Not if the person has left the screen meanwhile.
      if (location.pathname === from) open(started.conversation.id)
    } catch {
      toast.error(`Failed to start chat with ${shownName(user)}. Please try again.`)
    } finally {
      setStarting(null)
    }
  }
  return { starting, start: (person: ChatPerson) => void (starting === null && start(person)) }
}
