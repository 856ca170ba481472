// The participants with an account. The organizer adds and removes them, changes their roles and hands the trip over.

import { KeyRound, ShieldCheck, ShieldMinus, UserMinus, UserPlus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { TripResponse, UserParticipant } from '#core/trips/responses.ts'
import { allParticipants, changeRole, handOver, inviteToTrip } from '#core/trips/contract.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { unansweredCommands, useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { hasFailed } from '#web/records/commandStates.ts'
import type { RecordList } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'
import { LoadFailure } from '#web/trips/participants/LoadFailure.tsx'
import { orderOfPeople } from '#web/trips/participants/orderOfPeople.ts'
import { joinedByLink, openClaims, userRecords } from '#web/trips/participants/people.ts'
import { PersonRow } from '#web/trips/participants/PersonRow.tsx'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { failures } from '#web/records/failures.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import type { MenuItem } from '#web/ui/buttons/Menu.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'
import { foundNamesOf } from '#web/trips/participants/foundNames.ts'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import type { DialogState } from '#web/ui/dialogs/dialogParts.tsx'

const AddUsersDialog = lazyDialog(
  async () => (await import('#web/trips/participants/AddUsersDialog.tsx')).AddUsersDialog,
)
const RemovePersonDialog = lazyDialog(
  async () => (await import('#web/trips/participants/RemovePersonDialog.tsx')).RemovePersonDialog,
)

type DialogName = 'add' | 'handOver' | 'remove'

export function RegisteredUsers({ trip }: { trip: TripResponse }) {
  const { data, confirmed } = useTripResponse(trip.id, userRecords)
  const byLink = useTripResponse(trip.id, joinedByLink).data ?? []
  const claims = useTripResponse(trip.id, openClaims).data ?? []
  const contacts = useQuery(allParticipants, { tripId: trip.id })
  useReloadOnOpen(true, contacts)
  const myId = useMyId()
  const { record: chosen, openDialog, dialog } = useDialogs<DialogName, UserParticipant>()
  const isOrganizer = trip.userRole === 'organizer'
  useEffect(() => (isOrganizer ? whenIdle(prefetch) : undefined), [isOrganizer])

  const emails = new Map(contacts.data?.participants.users.map(({ id, email }) => [id, email]))
  const list = useMemo(
    (): RecordList<UserParticipant> => ({ kind: 'participant', compare: orderOfPeople(myId) }),
    [myId],
  )
  const listed = (users: readonly UserParticipant[] | null) =>
    users?.map((user) => ({ ...user, email: emails.get(user.id) ?? null })).sort(list.compare)
  const rows = useShownRecords(list, trip.id, {
    data: listed(data),
    confirmed: listed(confirmed),
  })
  return (
    <section aria-label="Registered Users">
      <SectionTitle
        level={3}
        count={rows.length}
        action={
          isOrganizer && (
            <Button
              variant="quiet"
              size="sm"
              icon={UserPlus}
              {...AddUsersDialog.prefetchProps}
              onClick={() => openDialog('add', chosen)}
            >
              Add Users
            </Button>
          )
        }
      >
        Registered Users
      </SectionTitle>
      <List label="Registered Users">
        {rows.map(({ record: user, commands }) => (
          <PersonRow
            key={user.id}
            {...user}
            isMe={user.id === myId}
            isByLink={byLink.includes(user.id)}
            isAsking={claims.some(({ userId }) => userId === user.id)}
            lines={contacts.data ? emailLines(user, byLink) : []}
            items={isOrganizer ? menuOf(trip.id, user, openDialog) : []}
            marks={<RecordMarks commands={commands} />}
          />
        ))}
        <InviteesToCome tripId={trip.id} />
      </List>
      <LoadFailure query={contacts} text="Failed to load trip participants" />
      {isOrganizer && <AddUsersDialog trip={trip} {...dialog('add')} />}
      {chosen && (
        <>
          <HandOverDialog trip={trip} newOrganizer={chosen} {...dialog('handOver')} />
          <RemovePersonDialog trip={trip} person={{ ...chosen, type: 'user' }} {...dialog('remove')} />
        </>
      )}
    </section>
  )
}

/** Who came by a link was asked for none. */
const emailLines = ({ id, email }: UserParticipant, byLink: readonly string[]): string[] =>
  email === null && byLink.includes(id) ? [] : [email ?? 'No email provided']

function menuOf(
  tripId: string,
  user: UserParticipant,
  openDialog: (name: DialogName, user: UserParticipant) => void,
): MenuItem[] {
  if (user.role === 'organizer') return []
  const otherRole: InviteeRole = user.role === 'member' ? 'co_organizer' : 'member'
  return [
    {
      label: otherRole === 'member' ? 'Make member' : 'Make co-organizer',
      icon: otherRole === 'member' ? ShieldMinus : ShieldCheck,
      onSelect: () => sendRole(tripId, user, otherRole),
    },
    { label: 'Make organizer…', icon: KeyRound, onSelect: () => openDialog('handOver', user) },
    {
      label: 'Remove from trip',
      icon: UserMinus,
      tone: 'danger',
      onSelect: () => openDialog('remove', user),
    },
  ]
}

/** Loads the dialogs early, so that they open without a network, too. */
function prefetch(): void {
  for (const dialog of [AddUsersDialog, LazyConfirmDialog, RemovePersonDialog]) dialog.prefetch()
}

function sendRole(tripId: string, { id, name }: UserParticipant, role: InviteeRole): void {
  // The menu closes on the first press, but a key press can be faster.
  if (unansweredCommands(tripId, changeRole).some(({ params }) => params['userId'] === id)) return
  const failed = `The role of ${name} was not changed`
  submitTripCommand(
    tripId,
    { endpoint: changeRole, params: { userId: id }, body: { role } },
    { done: `${name} is now a ${role === 'member' ? 'member' : 'co-organizer'}`, failed },
  ).catch((error: unknown) => toast.error(failureText(failed, error)))
}

/** The invitations that are not sent yet, as rows below the users who are on the trip. */
function InviteesToCome({ tripId }: { tripId: string }) {
  const invitations = useOutbox(
    (command) => command.lane === tripId && !hasFailed([command]) && isEndpoint(command, inviteToTrip),
  )
  return invitations.map((command) => (
    <li key={command.key}>
      <ListRow
        as="div"
        leading={
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-muted">
            <UserPlus aria-hidden className="size-5" />
          </span>
        }
        title={foundNamesOf((command.body as { userIds: string[] }).userIds)}
      />
      <div className="ps-17 pe-4 pb-3">
        <CommandMark command={command} label="invitation" />
      </div>
    </li>
  ))
}

interface HandOverDialogProps extends DialogState {
  trip: TripResponse
  newOrganizer: { id: string; name: string }
}

/** Asks before another participant becomes the organizer, which the present organizer cannot undo alone. */
function HandOverDialog({ trip, newOrganizer, ...state }: HandOverDialogProps) {
  const confirm = useConfirm({
    ...state,
    submit: () =>
      submitTripCommand(
        trip.id,
        { endpoint: handOver, body: { userId: newOrganizer.id } },
        { done: `${newOrganizer.name} is now the organizer`, failed: failures.participant.handOver },
      ),
    failed: failures.participant.handOver,
  })
  return (
    <LazyConfirmDialog
      {...confirm}
      title={`Make ${newOrganizer.name} the organizer?`}
      submitText="Hand over"
      tone="primary"
      busyText="Handing over..."
    >
      A trip has exactly one organizer. From then on only <bdi>{newOrganizer.name}</bdi> can add, edit and
      remove people. You become a co-organizer, and you cannot take this back yourself.
    </LazyConfirmDialog>
  )
}
