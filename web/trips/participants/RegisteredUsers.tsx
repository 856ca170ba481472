// The participants with an account. The organizer adds and removes them, changes their roles and hands the trip over.

import { KeyRound, ShieldCheck, ShieldMinus, UserMinus, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TripResponse, UserParticipant } from '#core/trips/responses.ts'
import { changeRole, handOver, removeParticipant } from '#core/trips/contract.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { failureText } from '#web/platform/failureText.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { send } from '#web/platform/send.ts'
import { pendingCommandsNow, usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { orderOfPeople } from '#web/trips/participants/orderOfPeople.ts'
import { PendingInvitees } from '#web/trips/participants/PendingInvitees.tsx'
import { PersonRow } from '#web/trips/participants/PersonRow.tsx'
import { Button } from '#web/ui/Button.tsx'
import { List } from '#web/ui/List.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { toast } from '#web/ui/toasts.tsx'

const AddUsersDialog = lazyDialog(
  async () => (await import('#web/trips/participants/AddUsersDialog.tsx')).AddUsersDialog,
)
const HandOverDialog = lazyDialog(
  async () => (await import('#web/trips/participants/HandOverDialog.tsx')).HandOverDialog,
)
const RemovePersonDialog = lazyDialog(
  async () => (await import('#web/trips/participants/RemovePersonDialog.tsx')).RemovePersonDialog,
)

interface RegisteredUsersProps {
  trip: TripResponse
  users: readonly UserParticipant[]
  myId: string
}

type Asking = 'add' | 'handOver' | 'remove' | null

export function RegisteredUsers({ trip, users, myId }: RegisteredUsersProps) {
  const [asking, ask] = useState<Asking>(null)
  const [about, setAbout] = useState<UserParticipant | null>(null)
  const pending = usePendingCommands(trip.id)
  const isOrganizer = trip.userRole === 'organizer'
  useEffect(() => (isOrganizer ? whenIdle(prefetch) : undefined), [isOrganizer])
  const close = () => ask(null)
  const askAbout = (user: UserParticipant, question: Asking) => {
    setAbout(user)
    ask(question)
  }

  return (
    <>
      <SectionTitle
        level={3}
        count={users.length}
        action={
          isOrganizer && (
            <Button
              variant="quiet"
              size="sm"
              icon={UserPlus}
              {...AddUsersDialog.prefetchProps}
              onClick={() => ask('add')}
            >
              Add Users
            </Button>
          )
        }
      >
        Registered Users
      </SectionTitle>
      <List label="Registered Users">
        {orderOfPeople(users, myId).map((user) => (
          <PersonRow
            key={user.id}
            {...user}
            isMe={user.id === myId}
            lines={[user.email ?? 'No email provided']}
            items={isOrganizer ? menuOf(trip.id, user, askAbout) : []}
            notes={notesAbout(user.id, pending)}
          />
        ))}
        <PendingInvitees tripId={trip.id} />
      </List>
      {isOrganizer && <AddUsersDialog trip={trip} open={asking === 'add'} onClose={close} />}
      {about && (
        <>
          <HandOverDialog trip={trip} newOrganizer={about} open={asking === 'handOver'} onClose={close} />
          <RemovePersonDialog
            trip={trip}
            person={{ ...about, type: 'user' }}
            open={asking === 'remove'}
            onClose={close}
          />
        </>
      )}
    </>
  )
}

function menuOf(
  tripId: string,
  user: UserParticipant,
  askAbout: (user: UserParticipant, question: Asking) => void,
): MenuItem[] {
  if (user.role === 'organizer') return []
  const other: InviteeRole = user.role === 'member' ? 'co_organizer' : 'member'
  return [
    {
      label: other === 'member' ? 'Make member' : 'Make co-organizer',
      icon: other === 'member' ? ShieldMinus : ShieldCheck,
      onSelect: () => void giveRole(tripId, user, other),
    },
    { label: 'Make organizer…', icon: KeyRound, onSelect: () => askAbout(user, 'handOver') },
    { label: 'Remove from trip', icon: UserMinus, tone: 'danger', onSelect: () => askAbout(user, 'remove') },
  ]
}

/** Loads the dialogs early, so that they open without a network, too. */
function prefetch(): void {
  for (const dialog of [AddUsersDialog, HandOverDialog, RemovePersonDialog]) dialog.prefetch()
}

function notesAbout(
  userId: string,
  pending: readonly PendingCommand[],
): { item: PendingCommand; label: string }[] {
  return pending.flatMap((item) => {
    if (isEndpoint(item, handOver) && (item.body as { userId: string }).userId === userId)
      return [{ item, label: 'new organizer' }]
    if (item.params['userId'] !== userId) return []
    if (isEndpoint(item, removeParticipant)) return [{ item, label: 'removal' }]
    return isEndpoint(item, changeRole) ? [{ item, label: 'new role' }] : []
  })
}

async function giveRole(tripId: string, user: UserParticipant, role: InviteeRole): Promise<void> {
  // The menu closes on the first press, but a key press can be faster.
  if (pendingCommandsNow(tripId, changeRole).some(({ params }) => params['userId'] === user.id)) return
  const failed = `The role of ${user.name} was not changed`
  try {
    const sent = await send({
      call: changeRole,
      params: { tripId, userId: user.id },
      body: { role },
      lane: tripId,
      touches: [`/trips/${tripId}`, '/trips'],
    })
    toast.outcome(sent, `${user.name} is now a ${role === 'member' ? 'member' : 'co-organizer'}`, failed)
  } catch (error) {
    toast.error(failureText(failed, error))
  }
}
