// All contacts with their presence; a press opens the conversation with one.

import { useState } from 'react'
import { type User, listUsers } from '#core/people/contract.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { findContacts } from '#web/chat/contacts/findContacts.ts'
import { useContactsFailed } from '#web/chat/contacts/useContactsFailed.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { usePresenceOf } from '#web/chat/state/useChat.ts'
import { useStartChat } from '#web/chat/contacts/useStartChat.ts'
import { paths } from '#web/platform/page/paths.ts'
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

/** With more contacts they are searched by name. */
const MANY = 12

const presenceOrder: Record<User['status'], number> = { online: 0, away: 1, offline: 2 }

export function ContactsScreen() {
  const myId = useMyId()
  const query = useQuery(listUsers)
  const presenceOf = usePresenceOf()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const failed = useContactsFailed(query.data !== null)
  useReloadOnOpen(true, query)
  const { starting, start } = useStartChat()

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
