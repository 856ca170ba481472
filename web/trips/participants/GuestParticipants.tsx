// The guests of a trip: people without an account. The organizer adds, changes and removes them.

import { Pencil, UserMinus, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import type { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, listGuests, removeGuest } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import { byName } from '#web/trips/participants/orderOfPeople.ts'
import { PersonRow } from '#web/trips/participants/PersonRow.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { PeoplePicture } from '#web/ui/pictures/PeoplePicture.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

const GuestDialog = lazyDialog(
  async () => (await import('#web/trips/participants/GuestDialog.tsx')).GuestDialog,
)
const RemovePersonDialog = lazyDialog(
  async () => (await import('#web/trips/participants/RemovePersonDialog.tsx')).RemovePersonDialog,
)

type Question = 'edit' | 'remove'

export function GuestParticipants({ trip }: { trip: TripResponse }) {
  const guests = useQuery(listGuests, { tripId: trip.id })
  useReloadOnOpen(true, guests)
  const [asking, ask] = useState<Question | null>(null)
  const [aboutId, setAboutId] = useState<string | null>(null)
  const pending = usePendingCommands(trip.id)
  const isOrganizer = trip.userRole === 'organizer'
  useEffect(() => (isOrganizer ? whenIdle(GuestDialog.prefetch) : undefined), [isOrganizer])
  const list = guests.data?.guestParticipants.toSorted(byName)
  const about = list?.find(({ id }) => id === aboutId) ?? null
  const adding = pending.filter(
    (item) => isEndpoint(item, addGuest) && !list?.some(({ id }) => id === item.id),
  )

  const open = (question: Question, guestId: string | null) => {
    setAboutId(guestId)
    ask(question)
  }
  const addButton = (label: string, variant: 'quiet' | 'secondary') => (
    <Button
      variant={variant}
      size="sm"
      icon={UserPlus}
      {...GuestDialog.prefetchProps}
      onClick={() => open('edit', null)}
    >
      {label}
    </Button>
  )

  return (
    <section aria-label="Guest Participants">
      <SectionTitle
        level={3}
        {...(list && { count: list.length })}
        action={isOrganizer && (list?.length ?? 0) > 0 && addButton('Add Guest', 'quiet')}
      >
        Guest Participants
      </SectionTitle>
      {list?.length === 0 && adding.length === 0 && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            picture={<PeoplePicture />}
            title="No guests yet"
            detail="Friends without an account come along as guests and share the costs like everybody else."
            action={isOrganizer && addButton('Add Guest', 'secondary')}
          />
        </div>
      )}
      {list && list.length + adding.length > 0 && (
        <GuestList guests={list} pending={pending} adding={adding} onAsk={isOrganizer ? open : null} />
      )}
      {!list && !guests.error && <SkeletonList rows={Math.max(trip.guestCount, 1)} />}
      <LoadFailure query={guests} text="Failed to load guest participants" />
      {isOrganizer && (
        <GuestDialog
          trip={trip}
          guest={about}
          reload={guests.reload}
          open={asking === 'edit'}
          onClose={() => ask(null)}
        />
      )}
      {about && (
        <RemovePersonDialog
          trip={trip}
          person={{ ...about, type: 'guest' }}
          open={asking === 'remove'}
          onClose={() => ask(null)}
        />
      )}
    </section>
  )
}

interface GuestListProps {
  guests: readonly GuestResponse[]
  pending: readonly PendingCommand[]
  /** The pending commands whose guests are not in the list yet. */
  adding: readonly PendingCommand[]
  /** Null for everybody but the organizer. */
  onAsk: ((question: Question, guestId: string) => void) | null
}

function GuestList({ guests, pending, adding, onAsk }: GuestListProps) {
  return (
    <List label="Guest Participants">
      {guests.map((guest) => (
        <PersonRow
          key={guest.id}
          {...guest}
          lines={linesOf(guest)}
          items={
            onAsk
              ? [
                  { label: 'Edit guest', icon: Pencil, onSelect: () => onAsk('edit', guest.id) },
                  {
                    label: 'Remove guest',
                    icon: UserMinus,
                    tone: 'danger',
                    onSelect: () => onAsk('remove', guest.id),
                  },
                ]
              : []
          }
          notes={notesAbout(guest.id, pending)}
        />
      ))}
      {adding.map((item) => (
        <PersonRow
          key={item.key}
          id={item.id}
          name={(item.body as GuestBody).name ?? ''}
          role={(item.body as GuestBody).role ?? 'member'}
          lines={[]}
          notes={[{ item }]}
        />
      ))}
    </List>
  )
}

function linesOf({ email, phone, notes, addedByUser }: GuestResponse): string[] {
  return [email, phone, notes ?? null, `Added by ${addedByUser.username}`].filter((line) => line !== null)
}

function notesAbout(
  guestId: string,
  pending: readonly PendingCommand[],
): { item: PendingCommand; label: string }[] {
  return pending
    .filter(({ params }) => params['guestId'] === guestId)
    .map((item) => ({ item, label: isEndpoint(item, removeGuest) ? 'removal' : 'changes' }))
}
