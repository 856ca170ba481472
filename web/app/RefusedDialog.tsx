// The sheet of what was refused, wherever it was entered: each change with what was typed, the reason, and what can be done.
// The bar at the foot opens it (web/app/BottomBar.tsx).

import { type MouseEvent, useEffect } from 'react'
import { getTrip } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { textWithNames } from '#web/money/tripPeople.ts'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { enteredText } from '#web/platform/outbox/enteredText.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { visitOf } from '#web/platform/replica/visits.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { changeKeyOf, isRefused } from '#web/records/commandStates.ts'
import { anySubjectOf, failureOf } from '#web/records/failures.ts'
import type { SubjectKind } from '#web/records/subjectOf.ts'
import { foundNamesOf } from '#web/trips/participants/foundNames.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { leaveControl } from '#web/ui/focus.ts'
import { List } from '#web/ui/lists/List.tsx'

export function RefusedDialog({ open, onClose }: DialogState) {
  const refused = useOutbox(isRefused)
  const changes = [...Map.groupBy(refused, changeKeyOf)].toReversed()
  const retriable = refused.filter(canSucceed)
  const isDone = open && changes.length === 0
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not accepted"
      cards
      footer={
        retriable.length > 1 && (
          <Button variant="secondary" onClick={() => retryAll(retriable)}>
            Retry all
          </Button>
        )
      }
    >
      <List label="Changes that were refused">
        {changes.map(([key, commands]) => (
          <RefusedChange key={key} commands={commands} onLeave={onClose} />
        ))}
      </List>
    </Dialog>
  )
}

const retryAll = (commands: readonly PendingCommand[]) => commands.forEach(({ retry }) => retry())

interface RefusedChangeProps {
  /** One, or the refused parts of an import. */
  commands: readonly PendingCommand[]
  onLeave: () => void
}

function RefusedChange({ commands, onLeave }: RefusedChangeProps) {
  const command = commands[0]!
  const tripId = tripOf(command)
  const { data } = useQuery(getTrip, tripId === null ? null : { tripId })
  const trip = data?.trip.userRole ? data.trip : null
  const visit = tripId === null ? undefined : visitOf(tripId)
  const title = titleOf(commands)
  const entered = enteredIn(command, trip?.currency ?? visit?.currency)
  const reason = reasonOf(command, trip)
  const place = placeOf(command, trip)
  const about = entered || title
  const doAndLeave = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
    leaveControl(event.currentTarget)
    act()
  }
  return (
    <li className="px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p className="text-secondary text-muted wrap-anywhere empty:hidden">
        {tripId !== null && <bdi>{data?.trip.title ?? visit?.title}</bdi>}
      </p>
      {reason && reason !== title && (
        <ErrorLine isAnnounced={false} className="mt-1">
          {reason}
        </ErrorLine>
      )}
      {entered !== '' && (
        <p className="mt-1 text-secondary wrap-anywhere whitespace-pre-wrap">
          <span>You had entered “</span>
          <bdi className="font-medium">{entered}</bdi>
          <span>”.</span>
        </p>
      )}
      <div className="-ms-3 mt-1 flex flex-wrap gap-x-1">
        {place && (
          <LinkButton
            size="sm"
            variant="quiet"
            aria-label={`${place.label} ${about}`}
            href={place.path + place.hash}
            onClick={(event) => {
              onLeave()
              if (place.path !== location.pathname) return
              event.preventDefault()
              if (place.hash !== '') requestDialog(place.hash)
            }}
          >
            {place.label}
          </LinkButton>
        )}
        {canSucceed(command) && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Retry ${about}`}
            onClick={doAndLeave(() => retryAll(commands))}
          >
            Retry
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Discard ${about}`}
          onClick={doAndLeave(() => commands.forEach(({ discard }) => discard()))}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}

/** The id of the trip that it is about; null for messages, groups and new trips. */
function tripOf(command: PendingCommand): string | null {
  const { kind, change } = anySubjectOf(command) ?? {}
  const hasNone = kind === 'message' || kind === 'conversation' || (kind === 'trip' && change === 'add')
  return hasNone ? null : command.lane
}

/** 'Failed to update expense', '2 parts of your import were not accepted'. */
function titleOf(commands: readonly PendingCommand[]): string {
  const parts = formatCount(commands.length, 'part')
  if (!commands[0]!.part) return failureOf(commands[0]!)
  return `${parts} of your import ${commands.length === 1 ? 'was' : 'were'} not accepted`
}

/** What a person recognizes it by; '' for a part of an import. */
function enteredIn({ part, body }: PendingCommand, currency: string | undefined): string {
  const { userIds } = (body ?? {}) as { userIds?: string[] }
  if (userIds) return foundNamesOf(userIds)
  return part ? '' : enteredText(body, currency)
}

/** What it changes is no longer there. Proxies respond with 404, too, so the server's code decides. */
function isGone(command: PendingCommand): boolean {
  const change = anySubjectOf(command)?.change
  return command.code === 'NOT_FOUND' && (change === 'change' || change === 'handOver')
}

/** False where the same again would be refused again: what it changes is gone, or somebody else has changed it since. */
const canSucceed = (command: PendingCommand): boolean =>
  !isGone(command) && !(command.code === 'CONFLICT' && command.ifMatch !== undefined)

function reasonOf(command: PendingCommand, trip: TripResponse | null): string | null {
  const { kind } = anySubjectOf(command) ?? {}
  if (isGone(command) && kind === 'participant') return 'This person is no longer on the trip.'
  if (isGone(command) && kind && kind in tabs) return 'Someone else deleted it.'
  const users = trip?.participants.map(({ user: { id, username } }) => ({ id, name: username })) ?? []
  return command.error && textWithNames(command.error, [...users, ...(trip?.guests ?? [])])
}

/** The tabs of a trip whose rows show what was refused. */
const tabs: Partial<Record<SubjectKind, string>> = {
  activity: '#itinerary',
  expense: '#expenses',
  guest: '#participants',
}

interface Place {
  label: 'Edit' | 'Show'
  path: string
  hash: string
}

/** Where its row is, with what corrects it; null if there is none. */
function placeOf(command: PendingCommand, trip: TripResponse | null): Place | null {
  const { kind, change } = anySubjectOf(command) ?? {}
  const { conversationId } = command.params
  if (kind === 'message' && conversationId)
    return { label: 'Show', path: paths.conversation(conversationId), hash: '' }
  if (!trip || isGone(command)) return null
  if (command.part) return { label: 'Show', path: paths.trip(trip.id), hash: '#expenses' }
  const hash = kind && tabs[kind]
  const label = change === 'add' || change === 'change' ? 'Edit' : 'Show'
  return hash ? { label, path: paths.trip(trip.id), hash } : null
}
