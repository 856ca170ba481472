// A trip's history on the wire: who did what, when, before and after, in plain words; and the trip as it was after any
// change. `n` is the number of a change in the order of the log, 1, 2, 3 … (docs/decisions/0023).

import { endpoint } from '#core/kernel/endpoint.ts'
import type { DomainEvent, EventMetadata } from '#core/kernel/decider.ts'
import type { ItineraryResponse } from '#core/itinerary/contract.ts'
import type { BalanceResponse, ExpenseResponse, Pool, SettlementResponse } from '#core/money/responses.ts'
import type { GuestParticipant, TripResponse, UserParticipant } from '#core/trips/responses.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'

export const TOPICS = ['plan', 'people', 'money', 'chats'] as const
/** What the history can be narrowed to. */
export type Topic = (typeof TOPICS)[number]

/** A field as people read it. Null where there was nothing, or is nothing now. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

/** The thing a change is about. */
export interface Subject {
  type: 'trip' | 'user' | 'guest' | 'activity' | 'expense' | 'contribution' | 'payment' | 'chat'
  id: string
}

export interface HistoryEntry {
  n: number
  /** RFC 3339 UTC. */
  at: string
  actor: { id: string; username: string }
  /** Of the event, such as ExpenseAdded. */
  type: string
  /** A whole sentence. */
  text: string
  changes: FieldChange[]
  subject: Subject | null
}

/** The trip as it was just after a change, in the shapes of the calls that tell it as it is now. */
export interface TripStateResponse {
  /** `userRole` is null where the reader was not on the trip yet, or not then. */
  trip: Omit<TripResponse, 'userRole'> & { userRole: TripResponse['userRole'] | null }
  /** Contact details of guests are no part of history: null. */
  participants: { users: UserParticipant[]; guests: GuestParticipant[] }
  itinerary: ItineraryResponse
  expenses: ExpenseResponse[]
  balances: BalanceResponse[]
  pool: Pool
  settlement: SettlementResponse
}

/** The newest link of a stream's hash chain: whoever has noted it down can tell later that nothing before it changed. */
export interface ChainEnd {
  stream: string
  revision: number
  /** SHA-256 of its newest event, hex. */
  hash: string
}

/** One link as it is in the log; `n` where it is a change of the history. */
export interface ExportedEvent extends DomainEvent {
  n: number
  revision: number
  meta: EventMetadata
}

/** Links whose content is not told (messages, what is between others): they hold the chain together. */
export interface ExportedGap {
  from: number
  to: number
  /** Hash of the link before, null at the beginning. */
  prev: string | null
  /** Hash of the last of them. */
  hash: string
}

export interface ExportedStream extends ChainEnd {
  links: (ExportedEvent | ExportedGap)[]
}

export interface HistoryExport {
  trip: { id: string; title: string }
  /** Oldest first. */
  entries: HistoryEntry[]
  streams: ExportedStream[]
}

export const getHistory = endpoint<{ entries: HistoryEntry[]; has_more: boolean }>(
  'GET',
  '/trips/:tripId/history',
)
export const getHistoryState = endpoint<{ state: TripStateResponse; entry: HistoryEntry }>(
  'GET',
  '/trips/:tripId/history/:n',
)
export const getProof = endpoint<{ streams: ChainEnd[] }>('GET', '/trips/:tripId/history/proof')
export const getExport = endpoint<HistoryExport>('GET', '/trips/:tripId/history/export')
/** What was brought back, under its noun: `expense`, `item`, `transaction` or `payment`. */
export const restoreChange = endpoint<Record<string, unknown>>(
  'POST',
  '/trips/:tripId/history/:n/restore',
  201,
)

export const historyRefusals = {
  NothingToRestore: { status: 409, text: 'Only something that was removed can be brought back' },
} as const satisfies RefusalTable

/** The removals that can be taken back. */
export const RESTORABLE: readonly string[] = [
  'ExpenseRemoved',
  'ContributionRemoved',
  'PaymentUndone',
  'ActivityRemoved',
]
