// The guests of a trip: people without an account. The organizer adds, changes and removes them.

import { Pencil, UserCheck, UserMinus, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import { toGuestResponse } from '#core/trips/toResponse.ts'
import { claimGuest, listGuests } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { isNotAdded } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import { comparePeopleByName } from '#web/trips/participants/orderOfPeople.ts'
import { expenseCounts, guestRecords, openClaims } from '#web/trips/participants/people.ts'
import { PersonRow } from '#web/trips/participants/PersonRow.tsx'
import { type ShownGuest, guestList } from '#web/trips/participants/guestList.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import type { MenuItem } from '#web/ui/buttons/Menu.tsx'
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

const ClaimDialog = lazyDialog(
  async () => (await import('#web/trips/participants/ClaimDialog.tsx')).ClaimDialog,
)

type DialogName = 'edit' | 'remove' | 'claim'

export function GuestParticipants({ trip }: { trip: TripResponse }) {
  const { data, confirmed } = useTripResponse(trip.id, guestRecords)
  const contacts = useQuery(listGuests, { tripId: trip.id })
  useReloadOnOpen(true, contacts)
  const { record, openDialog, dialog } = useDialogs<DialogName, ShownGuest>()
  const isOrganizer = trip.userRole === 'organizer'
  useEffect(() => (isOrganizer ? whenIdle(GuestDialog.prefetch) : undefined), [isOrganizer])
  const hasGuests = data !== null && data.length > 0
  useEffect(() => (hasGuests ? whenIdle(ClaimDialog.prefetch) : undefined), [hasGuests])
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

  const counts = useTripResponse(trip.id, expenseCounts).data ?? {}
  const claims = useTripResponse(trip.id, openClaims).data ?? []
  const myId = useMyId()
  const asked = claims.filter(({ userId }) => userId === myId).map(({ guestId }) => guestId)
  const claiming = useCommands(trip.id, claimGuest)
  const organizer = trip.participants.find(({ role }) => role === 'organizer')?.user.username ?? ''

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
            <GuestRow
              key={shown.record.id}
              shown={shown}
              expenseCount={counts[shown.record.id] ?? 0}
              organizer={asked.includes(shown.record.id) ? organizer : null}
              claiming={claiming.filter((command) => claimedIn(command) === shown.record.id)}
              isOrganizer={isOrganizer}
              onOpenDialog={openDialog}
            />
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
        <>
          <RemovePersonDialog
            trip={trip}
            person={{ ...record.record, type: 'guest' }}
            {...dialog('remove')}
          />
          <ClaimDialog trip={trip} guest={record.record} organizer={organizer} {...dialog('claim')} />
        </>
      )}
    </section>
  )
}

const claimedIn = ({ body }: PendingCommand): string => (body as { guestId: string }).guestId

interface GuestRowProps {
  shown: ShownGuest
  expenseCount: number
  /** Has to confirm that the reader is this guest; null where they did not say so. */
  organizer: string | null
  /** The commands that say so. */
  claiming: readonly PendingCommand[]
  isOrganizer: boolean
  onOpenDialog: (name: DialogName, shown: ShownGuest) => void
}

function GuestRow(props: GuestRowProps) {
  const { shown, expenseCount, organizer, claiming, isOrganizer, onOpenDialog } = props
  const guest = shown.record
  const isAdded = !isNotAdded(shown)
  const myId = useMyId()
  const edit = isOrganizer ? () => onOpenDialog('edit', shown) : undefined
  const claim: MenuItem = {
    label: 'I am this guest',
    icon: UserCheck,
    onSelect: () => onOpenDialog('claim', shown),
  }
  const menu: MenuItem[] = [
    ...(edit ? [{ label: 'Edit guest', icon: Pencil, onSelect: edit }] : []),
    ...(organizer !== null || claiming.length > 0 ? [] : [claim]),
    ...(isOrganizer
      ? [
          {
            label: 'Remove guest',
            icon: UserMinus,
            tone: 'danger' as const,
            onSelect: () => onOpenDialog('remove', shown),
          },
        ]
      : []),
  ]
  return (
    <PersonRow
      {...guest}
      lines={[
        ...(expenseCount > 0 ? [`In ${formatCount(expenseCount, 'expense')}`] : []),
        ...(organizer === null ? [] : [`${organizer} has to confirm that you are ${guest.name}`]),
        ...(isAdded ? linesOf(guest, myId) : []),
      ]}
      items={isAdded ? menu : []}
      marks={
        <>
          <RecordMarks commands={shown.commands} onEdit={edit} />
          <RecordMarks commands={claiming} label="your question" />
        </>
      }
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
