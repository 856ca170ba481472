// The trip that a person joined last by a link on this device: it greets them in the first hour, and offers to keep an
// account that has no password. Stored with the drafts, until the person logs out.

import { proxy, useSnapshot } from 'valtio'
import type { JoinResponse } from '#core/trips/responses.ts'
import { readDraft, saveDraft } from '#web/platform/storage/drafts.ts'
import { attempt } from '#web/platform/storage/localStorage.ts'
import { session } from '#web/platform/session/session.ts'
import { useNow } from '#web/platform/time/useNow.ts'

export interface JoinedTrip {
  tripId: string
  /** ms since 1970 */
  at: number
  /** The guest whom the person said to be. */
  guest: string | null
  claim: JoinResponse['claim']
  organizer: string
  /** How many trips were joined on this device. */
  count: number
  /** The card about the account was closed. */
  hidesCard: boolean
}

const DRAFT_NAME = 'joined'
const GREETS_FOR_MS = 60 * 60 * 1000

/** Counts the writes, so that `useFirstMinute` renders again after each. */
const changes = proxy({ count: 0 })

const read = (userId: string): JoinedTrip | null =>
  attempt(() => JSON.parse(readDraft(userId, DRAFT_NAME)) as JoinedTrip)

function write(userId: string, joined: JoinedTrip): void {
  saveDraft(userId, DRAFT_NAME, JSON.stringify(joined))
  changes.count++
}

/** The card comes once more with the second trip, and then stays away. */
export function noteJoined(userId: string, joined: Omit<JoinedTrip, 'at' | 'count' | 'hidesCard'>): void {
  const before = read(userId)
  const count = (before?.count ?? 0) + 1
  write(userId, { ...joined, at: Date.now(), count, hidesCard: count > 2 && before!.hidesCard })
}

interface FirstMinute {
  joined: JoinedTrip
  isGreeted: boolean
  /** The card about the account is shown. */
  offersPassword: boolean
}

/** Null for every trip but the last that was joined by a link, and once there is nothing more to say. */
export function useFirstMinute(tripId: string): FirstMinute | null {
  const { user } = useSnapshot(session)
  void useSnapshot(changes).count
  const now = useNow()
  const joined = user && read(user.id)
  if (joined?.tripId !== tripId) return null
  const isGreeted = now - joined.at < GREETS_FOR_MS
  const offersPassword = user?.isProvisional === true && !joined.hidesCard
  return isGreeted || offersPassword ? { joined, isGreeted, offersPassword } : null
}

export function hideAccountCard(): void {
  const userId = session.user?.id ?? ''
  const joined = read(userId)
  if (joined) write(userId, { ...joined, hidesCard: true })
}
