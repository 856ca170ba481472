// One change as an entry of the history.

import { inSentence } from '#core/kernel/inSentence.ts'
import { namesOf } from '#core/money/roster.ts'
import type { Party } from '#core/money/events.ts'
import { SOMEONE_WHO_LEFT, type Trip } from '#core/trips/trip.ts'
import { chatChangeTexts } from '#core/history/chatChangeTexts.ts'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { HistoryEvent, HistoryDomainEvent } from '#core/history/events.ts'
import { moneyChangeTexts } from '#core/history/moneyChangeTexts.ts'
import { itineraryChangeTexts } from '#core/history/itineraryChangeTexts.ts'
import { tripChangeTexts } from '#core/history/tripChangeTexts.ts'
import type { ChatNames, SentenceContext, ChangeText, ChangeTexts } from '#core/history/changeText.ts'

/** A change beside what its words need. */
export interface RecordedChange {
  n: number
  event: HistoryEvent
  /** The trip just after it: whose names they were then. */
  trip: Trip
  /** What its chat was called just before; null for everything else. */
  chat: ChatNames | null
}

const words: ChangeTexts<HistoryDomainEvent> = {
  ...tripChangeTexts,
  ...itineraryChangeTexts,
  ...moneyChangeTexts,
  ...chatChangeTexts,
}

/** One change in a sentence, with what it changed. */
export function toHistoryEntry({ n, event, trip, chat }: RecordedChange): HistoryEntry {
  const named = namesOf(trip)
  const name = (party: Party) => (party.type === 'pool' ? 'the pool' : inSentence(named(party).name))
  const { actor: id, at } = event.meta
  const username = actorOf(event, trip) ?? SOMEONE_WHO_LEFT
  const tell = words[event.type] as (data: unknown, teller: SentenceContext) => ChangeText
  const { text, changes, subject } = tell(event.data, { actor: username, name, chat })
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

/** Whoever asks to join, or takes that back, is not on the trip: the event itself says who they are. */
function actorOf({ data, meta }: HistoryEvent, trip: Trip): string | undefined {
  const isActor = ({ id }: { id: string }) => id === meta.actor
  const known = trip.participants.find(isActor) ?? trip.formerUsers.find(isActor)
  return (known ?? ('user' in data && isActor(data.user) ? data.user : undefined))?.username
}
