// The last visit to each trip on this device: changes since then are shown as new. Stored with the drafts, until the
// person logs out.

import { proxy, useSnapshot } from 'valtio'
import { draftsElsewhere, readDraft, saveDraft } from '#web/platform/storage/drafts.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'
import { session } from '#web/platform/session/session.ts'

export interface Visit {
  /** The log position that the device had; compares bytewise. */
  position: string
  /** ms since 1970 */
  at: number
  /** As the trip was called, for what was not sent to it when it can no longer be read. An older build stored none. */
  title?: string
  currency?: string
}

type Visits = Record<string, Visit>

/** Older visits are dropped. */
const MAX_TRIPS = 200
const DRAFT_NAME = 'visits'

/** Counts the writes, so that `useVisit` renders again after each. */
const changes = proxy({ count: 0 })

/** The stored text that was parsed last: all cards of a list read it. */
let parsed = { text: '', visits: {} as Visits }

function read(): Visits {
  const text = readDraft(session.user?.id ?? '', DRAFT_NAME)
  if (text !== parsed.text) parsed = { text, visits: attempt(() => JSON.parse(text) as Visits) ?? {} }
  return parsed.visits
}

/** Undefined for a trip that this device has not shown. */
export const visitOf = (tripId: string): Visit | undefined => read()[tripId]

export function useVisit(tripId: string): Visit | undefined {
  void useSnapshot(changes).count
  // A visit in another tab counts here as well.
  void useSnapshot(draftsElsewhere).count
  return visitOf(tripId)
}

/** The device shows the trip as it was at this position. @param names absent where the screen does not know them */
export function noteVisit(
  tripId: string,
  position: string,
  names: Pick<Visit, 'title' | 'currency'> = {},
): void {
  const { [tripId]: last, ...others } = read()
  const visit: Visit = {
    position: last && last.position > position ? last.position : position,
    at: Date.now(),
    ...(last?.title !== undefined && { title: last.title }),
    ...(last?.currency !== undefined && { currency: last.currency }),
    ...names,
  }
  const newestFirst = Object.entries({ [tripId]: visit, ...others }).sort(([, a], [, b]) => b.at - a.at)
  saveDraft(
    session.user?.id ?? '',
    DRAFT_NAME,
    JSON.stringify(Object.fromEntries(newestFirst.slice(0, MAX_TRIPS))),
  )
  changes.count++
}
