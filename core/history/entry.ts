// One change as an entry of the history.

import { inSentence } from '#core/kernel/inSentence.ts'
import { namesOf } from '#core/money/roster.ts'
import type { Party } from '#core/money/events.ts'
import { SOMEONE_WHO_LEFT, type Trip } from '#core/trips/trip.ts'
import { chatWords } from '#core/history/chatWords.ts'
import type { HistoryEntry } from '#core/history/contract.ts'
import type { HistoryEvent, HistoryFact } from '#core/history/facts.ts'
import { moneyWords } from '#core/history/moneyWords.ts'
import { planWords } from '#core/history/planWords.ts'
import { tripWords } from '#core/history/tripWords.ts'
import type { ChatNames, Teller, Words, WordsOf } from '#core/history/words.ts'

/** A change beside what its words need. */
export interface Told {
  n: number
  event: HistoryEvent
  /** The trip just after it: whose names they were then. */
  trip: Trip
  /** What its chat was called just before; null for everything else. */
  chat: ChatNames | null
}

const words: WordsOf<HistoryFact> = { ...tripWords, ...planWords, ...moneyWords, ...chatWords }

/** One change in a sentence, with what it changed. */
export function entryOf({ n, event, trip, chat }: Told): HistoryEntry {
  const named = namesOf(trip)
  const name = (party: Party) => (party.type === 'pool' ? 'the pool' : inSentence(named(party).name))
  const { actor: id, at } = event.meta
  const username = actorOf(event, trip) ?? SOMEONE_WHO_LEFT
  const tell = words[event.type] as (data: unknown, teller: Teller) => Words
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

/** Whoever asks to join, or takes that back, is not on the trip: the fact itself says who they are. */
function actorOf({ data, meta }: HistoryEvent, trip: Trip): string | undefined {
  const isActor = ({ id }: { id: string }) => id === meta.actor
  const known = trip.participants.find(isActor) ?? trip.formerUsers.find(isActor)
  return (known ?? ('user' in data && isActor(data.user) ? data.user : undefined))?.username
}
