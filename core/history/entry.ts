// Builds an entry of the history from a change.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { resolveExpense } from '#core/money/claimedGuests.ts'
import { type Aliases, aliasesOf } from '#core/trips/guestClaims.ts'
import { namesOf } from '#core/money/roster.ts'
import type { Party } from '#core/money/events.ts'
import type { NamedRef } from '#core/money/responses.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import { SOMEONE_WHO_LEFT, type Trip } from '#core/trips/trip.ts'
import { chatChangeTexts } from '#core/history/chatChangeTexts.ts'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { HistoryEvent, HistoryDomainEvent } from '#core/history/events.ts'
import { moneyChangeTexts } from '#core/history/moneyChangeTexts.ts'
import { itineraryChangeTexts } from '#core/history/itineraryChangeTexts.ts'
import { tripChangeTexts } from '#core/history/tripChangeTexts.ts'
import type { ChatNames, SentenceContext, ChangeText, ChangeTexts } from '#core/history/changeText.ts'

/** A change with what its text needs. */
export interface RecordedChange {
  n: number
  event: HistoryEvent
  /** The trip just after the change, for the names at that moment. */
  trip: Trip
  /** The newest trip: a guest of that moment may be a user by now. */
  now: Trip
  /** Its chat just before the change; null for other changes. */
  chat: ChatNames | null
}

const texts: ChangeTexts<HistoryDomainEvent> = {
  ...tripChangeTexts,
  ...itineraryChangeTexts,
  ...moneyChangeTexts,
  ...chatChangeTexts,
}

/** Who repairs a log (docs/operations.md). */
const OPERATOR = 'the operator'

export function toHistoryEntry({ n, event, trip, now, chat }: RecordedChange): HistoryEntry {
  const named = namesOf(trip)
  const name = (party: Party) => (party.type === 'pool' ? 'the pool' : nameSince(named(party), now))
  const { actor: id, at } = event.meta
  const username = id === 'system' ? OPERATOR : (actorOf(event, trip) ?? SOMEONE_WHO_LEFT)
  const toText = texts[event.type] as (data: unknown, context: SentenceContext) => ChangeText
  const { text, changes, subject } = toText(resolvedContent(event, aliasesOf(trip)), {
    actorId: id,
    actor: isolateBidi(username),
    name,
    guestName: (guest) => nameSince(guest, now),
    chat,
  })
  return {
    n,
    at,
    actor: { id, username },
    type: event.type,
    text,
    changes,
    subject: subject ?? { type: 'trip', id: trip.id },
  }
}

/** The name at that moment; with the present one, where it is another, of a guest who turned out to be a user since. */
function nameSince({ id, name }: Pick<NamedRef, 'id' | 'name'>, now: Trip): string {
  const present = aliasesOf(now).has(id) ? namesOf(now)({ type: 'guest', id }).name : name
  return isolateBidi(name) + (present === name ? '' : ` (now ${isolateBidi(present)})`)
}

/** Whom its record names, at that moment: whoever has claimed a guest is named once. */
function resolvedContent({ data }: HistoryEvent, aliases: Aliases): unknown {
  if (aliases.size === 0 || !('expense' in data)) return data
  const { expense, ...others } = data
  const was = 'was' in others ? { was: resolveExpense(aliases, others.was) } : null
  return { ...others, ...was, expense: resolveExpense(aliases, expense) }
}

/** A person who asks to join, or withdraws that, is not on the trip: their name is in the event. */
function actorOf({ data, meta }: HistoryEvent, trip: Trip): string | undefined {
  const isActor = ({ id }: { id: string }) => id === meta.actor
  const user = trip.participants.find(isActor) ?? trip.formerUsers.find(isActor)
  const named = user ?? ('user' in data && isActor(data.user) ? data.user : undefined)
  return named && nameOnTrip(trip, named)
}
