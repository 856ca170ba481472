// The guests of a trip: people without an account. The organizer adds, changes and removes them.

import { Pencil, UserMinus, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import { toGuestResponse } from '#core/trips/toResponse.ts'
import { listGuests } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { isNotAdded } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import { comparePeopleByName } from '#web/trips/participants/orderOfPeople.ts'
import { guestRecords } from '#web/trips/participants/people.ts'
import { PersonRow } from '#web/trips/participants/PersonRow.tsx'
import { type ShownGuest, guestList } from '#web/trips/participants/guestList.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { PeoplePicture } from '#web/ui/pictures/PeoplePicture.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'

const GuestDialog = lazyDialog(
  async () => (await import('#web/trips/participants/GuestDialog.tsx')).GuestDialog,
)
const RemovePersonDialog = lazyDialog(
  async () => (await import('#web/trips/participants/RemovePersonDialog.tsx')).RemovePersonDialog,
)

type DialogName = 'edit' | 'remove'

export function GuestParticipants({ trip }: { trip: TripResponse }) {
  const { data, confirmed } = useTripResponse(trip.id, guestRecords)
  const contacts = useQuery(listGuests, { tripId: trip.id })
  useReloadOnOpen(true, contacts)
  const { record, openDialog, dialog } = useDialogs<DialogName, ShownGuest>()
  const isOrganizer = trip.userRole === 'organizer'
  useEffect(() => (isOrganizer ? whenIdle(GuestDialog.prefetch) : undefined), [isOrganizer])
  const listed = (guests: readonly GuestRecord[] | null) =>
    guests
      ?.map((guest) => {
        const contact = contacts.data?.guestParticipants.find(({ id }) => id === guest.id)
        const { email = null, phone = null, notes = null } = contact ?? {}
        return toGuestResponse(guest, { email, phone, notes }, true)
      })
      .sort(comparePeopleByName)
  const guests = useShownRecords(guestList, trip.id, {
    data: listed(data),
    confirmed: listed(confirmed),
  })

  const addButton = (label: string, variant: 'quiet' | 'secondary') => (
    <Button
      variant={variant}
      size="sm"
      icon={UserPlus}
      {...GuestDialog.prefetchProps}
      onClick={() => openDialog('edit')}
    >
      {label}
    </Button>
  )

  return (
    <section aria-label="Guest Participants">
      <SectionTitle
        level={3}
        count={guests.length}
        action={isOrganizer && guests.length > 0 && addButton('Add Guest', 'quiet')}
      >
        Guest Participants
      </SectionTitle>
      {guests.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            picture={<PeoplePicture />}
            title="No guests yet"
            detail="Friends without an account come along as guests and share the costs like everyone else."
            action={isOrganizer && addButton('Add Guest', 'secondary')}
          />
        </div>
      ) : (
        <List label="Guest Participants">
          {guests.map((shown) => (
            <GuestRow key={shown.record.id} shown={shown} onOpenDialog={isOrganizer ? openDialog : null} />
          ))}
        </List>
      )}
      <LoadFailure query={contacts} text="Failed to load guest participants" />
      {isOrganizer && (
        <GuestDialog
          trip={trip}
          shown={record && (guests.find((of) => of.record.id === record.record.id) ?? record)}
          guests={guests}
          reload={contacts.reload}
          {...dialog('edit')}
        />
      )}
      {record && (
        <RemovePersonDialog trip={trip} person={{ ...record.record, type: 'guest' }} {...dialog('remove')} />
      )}
    </section>
  )
}

interface GuestRowProps {
  shown: ShownGuest
  /** Null for everybody but the organizer. */
  onOpenDialog: ((name: DialogName, shown: ShownGuest) => void) | null
}

function GuestRow({ onOpenDialog, shown }: GuestRowProps) {
  const guest = shown.record
  const isAdded = !isNotAdded(shown)
  const myId = useMyId()
  const edit = onOpenDialog ? () => onOpenDialog('edit', shown) : undefined
  return (
    <PersonRow
      {...guest}
      lines={isAdded ? linesOf(guest, myId) : []}
      items={
        onOpenDialog && isAdded
          ? [
              { label: 'Edit guest', icon: Pencil, onSelect: () => onOpenDialog('edit', shown) },
              {
                label: 'Remove guest',
                icon: UserMinus,
                tone: 'danger',
                onSelect: () => onOpenDialog('remove', shown),
              },
            ]
          : []
      }
      marks={<RecordMarks commands={shown.commands} onEdit={edit} />}
    />
  )
}

function linesOf(
  { email, phone, notes, addedByUser: { id, username } }: GuestResponse,
  myId: string,
): string[] {
  return [email, phone, notes ?? null, `Added by ${id === myId ? 'you' : username}`].filter(
    (line) => line !== null,
  )
}
