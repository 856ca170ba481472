// Adds people who have an account: search, select, add. Names the people who could not be added, with the reason.

import { shownName } from '#core/kernel/personName.ts'
import { useEffect, useRef, useState } from 'react'
import type { FoundUser } from '#core/people/contract.ts'
import type { FailedInvite, TripResponse } from '#core/trips/responses.ts'
import { inviteToTrip } from '#core/trips/contract.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useOnOpen } from '#web/platform/forms/useOnOpen.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { failures } from '#web/records/failures.ts'
import { FoundUsers } from '#web/trips/participants/FoundUsers.tsx'
import { useUserSearch } from '#web/trips/participants/useUserSearch.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

export function AddUsersDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<readonly FoundUser[]>([])
  const [failed, setFailed] = useState<readonly FailedInvite[]>([])
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit(open)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = open
    return () => void (isShown.current = false)
  }, [open])
  const search = useUserSearch(
    open,
    typed,
    trip.participants.map(({ id }) => id),
  )

  useOnOpen(open, () => {
    setTyped('')
    setSelected([])
    setFailed([])
    setError(undefined)
  })

  const toggle = (user: FoundUser) =>
    setSelected((chosen) =>
      chosen.some(({ id }) => id === user.id)
        ? chosen.filter(({ id }) => id !== user.id)
        : [...chosen, user].slice(0, tripLimits.invitees),
    )

  const add = async (showBusy: () => void) => {
    setError(undefined)
    // From now on it cannot be closed: the response may name people.
    showBusy()
    try {
      const body = { userIds: selected.map(({ id }) => id) }
      const sent = await sendTripCommand(trip.id, {
        endpoint: inviteToTrip,
        params: { tripId: trip.id },
        body,
      })
      if (sent.state === 'waiting') {
        toast.waiting(sent, failures.invitation.add)
        return onClose()
      }
      const { added, failed: refused } = sent.response
      if (added.length > 0) toast.success(`${added.length} user(s) added to trip successfully`)
      if (refused.length === 0) return onClose()
      // The person may have lost the role, and the dialog with it.
      if (!isShown.current)
        return toast.error(`${failures.invitation.add}. ${failureList(refused, selected)}`)
      setFailed(refused)
      setSelected(selected.filter(({ id }) => refused.some(({ userId }) => userId === id)))
    } catch (refusal) {
      const text = failureText(failures.invitation.add, refusal)
      if (isShown.current) setError(text)
      else toast.error(text)
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onCancel={onClose}
      title="Add Users"
      detail={trip.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (selected.length > 0) run(add)
      }}
      isSubmitting={isSubmitting}
      isValid={selected.length > 0}
      submitText={selected.length === 0 ? 'Add Users' : `Add ${selected.length}`}
      busyText="Adding..."
    >
      <div className="grid gap-4">
        {error !== undefined && <Banner tone="danger">{error}</Banner>}
        {failed.length > 0 && <FailedUsers failed={failed} users={selected} />}
        <SearchField label="Search users" value={typed} onChange={setTyped} maxLength={100} />
        <FoundUsers search={search} typed={typed} selected={selected} onToggle={toggle} />
      </div>
    </FormDialog>
  )
}

const nameOf = (id: string, users: readonly FoundUser[]) => {
  const user = users.find((one) => one.id === id)
  return user ? shownName(user) : id
}

/** 'ben: User not found, cat: User not found' */
const failureList = (failed: readonly FailedInvite[], users: readonly FoundUser[]) =>
  failed.map(({ userId, message }) => `${nameOf(userId, users)}: ${message}`).join(', ')

function FailedUsers({ failed, users }: { failed: readonly FailedInvite[]; users: readonly FoundUser[] }) {
  return (
    <Banner tone="danger" title={failures.invitation.add}>
      <ul>
        {failed.map(({ userId, message }) => (
          <li key={userId}>
            <bdi>{nameOf(userId, users)}</bdi>: <span>{message}</span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
