// What was entered on this device for trips that this person can no longer read: refused commands and half-typed forms,
// each with Copy and Discard. The screens of such a trip are gone, so it stands where all trips are. What holds no text to
// copy is in the sheet of refused commands only.

import { getTrip } from '#core/trips/contract.ts'
import { draftsElsewhere, readDraft, saveDraft } from '#web/platform/storage/drafts.ts'
import { enteredText } from '#web/platform/outbox/enteredText.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { session } from '#web/platform/session/session.ts'
import { type TripWork, useTripWork } from '#web/platform/forms/useTripWork.ts'
import { visitOf } from '#web/platform/replica/visits.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { copyText } from '#web/ui/feedback/copyText.ts'
import { List } from '#web/ui/lists/List.tsx'

export interface OrphanedWorkProps {
  /** Which this person is on, as far as the screen knows. */
  trips?: readonly { id: string }[]
}

export function OrphanedWork({ trips = [] }: OrphanedWorkProps) {
  const work = [...useTripWork()].filter(([id]) => !trips.some((trip) => trip.id === id))
  return work.map(([id, ofTrip]) => <WorkOfTrip key={id} tripId={id} work={ofTrip} />)
}

interface Row {
  key: string
  text: string
  discard(): void
}

function WorkOfTrip({ tripId, work }: { tripId: string; work: TripWork }) {
  const { data, isLoading, error } = useQuery(getTrip, { tripId })
  const isLost = data ? data.trip.userRole === null : !isLoading && error !== null
  const { title, currency } = visitOf(tripId) ?? {}
  if (!isLost) return null
  const rows = [
    ...commandRows(work.refused, currency),
    ...work.drafts.map((name) => draftRow(name, currency)),
  ]
  if (rows.length === 0) return null
  return (
    <List label="Not sent">
      {rows.map(({ key, text, discard }) => (
        <li key={key} className="px-4 pt-3 pb-1">
          <p className="text-secondary wrap-anywhere">
            <span>Not sent, because you are no longer on </span>
            <bdi>{title ?? 'the trip'}</bdi>
            <span>: </span>
            <bdi className="font-medium">{text}</bdi>
          </p>
          <div className="-ms-3 flex flex-wrap">
            <Button size="sm" variant="quiet" aria-label={`Copy ${text}`} onClick={() => void copyText(text)}>
              Copy
            </Button>
            <Button size="sm" variant="quiet" aria-label={`Discard ${text}`} onClick={discard}>
              Discard
            </Button>
          </div>
        </li>
      ))}
    </List>
  )
}

/** The parts of an import are one row. */
function commandRows(commands: readonly PendingCommand[], currency: string | undefined): Row[] {
  const rows = commands
    .filter(({ part }) => part === undefined)
    .map(({ key, body, discard }) => ({ key, text: enteredText(body, currency), discard }))
    .filter(({ text }) => text !== '')
  const importIds = new Set(commands.flatMap(({ part }) => part?.importId ?? []))
  return [
    ...rows,
    ...[...importIds].map((importId) => {
      const parts = commands.filter(({ part }) => part?.importId === importId)
      return {
        key: importId,
        text: `An import (${formatCount(parts.length, 'part')})`,
        discard: () => parts.forEach((command) => command.discard()),
      }
    }),
  ]
}

function draftRow(name: string, currency: string | undefined): Row {
  const userId = session.user?.id ?? ''
  const values = attempt(() => JSON.parse(readDraft(userId, name)) as unknown)
  return {
    key: name,
    text: enteredText(values, currency) || 'A form that you had begun',
    discard() {
      saveDraft(userId, name, '')
      draftsElsewhere.count += 1
    },
  }
}
