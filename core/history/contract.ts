// The history endpoints: who did what, when, before and after, in plain words; and the trip as it was after any change.
// `n` is the number of a change in the order of the log, 1, 2, 3 … (docs/decisions/0023).

import { endpoint, type PageQuery } from '#core/kernel/endpoint.ts'
import type { DomainEvent, EventMetadata } from '#core/kernel/decider.ts'
import type { ItemResponse, ItineraryResponse } from '#core/itinerary/contract.ts'
import type {
  BalanceResponse,
  ExpenseWithParticipants,
  PaymentResponse,
  Pool,
  PoolTransaction,
  SettlementResponse,
} from '#core/money/responses.ts'
import type { GuestParticipant, TripResponse, UserParticipant } from '#core/trips/responses.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'

export const TOPICS = ['plan', 'people', 'money', 'chats'] as const
/** The topics the history can be filtered by. */
export type Topic = (typeof TOPICS)[number]

/** A field as displayed. null where it was or is empty. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

/** What a change is about. */
export interface Subject {
  type: 'trip' | 'user' | 'guest' | 'activity' | 'expense' | 'contribution' | 'payment' | 'chat' | 'poll'
  id: string
}

export interface HistoryEntry {
  n: number
  /** RFC 3339 UTC. */
  at: string
  actor: { id: string; username: string }
  /** The type of the event: ExpenseAdded. */
  type: string
  /** A sentence. */
  text: string
  changes: FieldChange[]
  subject: Subject | null
}

/** The trip just after a change, in the shapes of the endpoints that return its current state. */
export interface TripStateResponse {
  /** `userRole` is null where the reader was not on the trip at that change. */
  trip: Omit<TripResponse, 'userRole'> & { userRole: TripResponse['userRole'] | null }
  /** Guests' contact details are not part of the history: null. */
  participants: { users: UserParticipant[]; guests: GuestParticipant[] }
  itinerary: ItineraryResponse
  expenses: ExpenseWithParticipants[]
  balances: BalanceResponse[]
  pool: Pool
  settlement: SettlementResponse
}

/** What the trip had cost after a change, in its currency. */
export interface TotalSpent {
  /** The number of the change that made it so. */
  n: number
  /** RFC 3339 UTC. */
  at: string
  /** As `totalAmount` of the expense summary: a refund counts negative. */
  totalAmount: number
}

/** The newest event of a stream: a person who noted its hash can later prove that no earlier event has changed. */
export interface ChainHead {
  stream: string
  revision: number
  /** SHA-256 of this event, hex. */
  hash: string
}

/** An event as it is in the log; `n` is its number in the history. */
export interface ExportedEvent extends DomainEvent {
  n: number
  revision: number
  meta: EventMetadata
}

/**
 * Consecutive events that an export omits (messages, events hidden from the reader); the hashes still verify. Without an
 * event (`to` is one less than `from`) it stands for a link that the log has relinked.
 */
export interface OmittedRange {
  from: number
  to: number
  /** Hash of the event before the range; null at the start of the stream. */
  prev: string | null
  /** The `prev` of the event after the range: the hash of its last event. */
  hash: string | null
}

export interface ExportedStream extends ChainHead {
  links: (ExportedEvent | OmittedRange)[]
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
/** Oldest first, only changes that changed the total; before the first it is 0. */
export const getTotals = endpoint<{ totals: TotalSpent[] }>('GET', '/trips/:tripId/history/totals')
export const getHistoryState = endpoint<{ state: TripStateResponse; entry: HistoryEntry }>(
  'GET',
  '/trips/:tripId/history/:n',
)
export const getProof = endpoint<{ streams: ChainHead[] }>('GET', '/trips/:tripId/history/proof')
export const getExport = endpoint<HistoryExport>('GET', '/trips/:tripId/history/export')
/** The restored item under its noun: `expense`, `item`, `transaction` or `payment`. */
export const restoreChange = endpoint<
  | { expense: ExpenseWithParticipants }
  | { item: ItemResponse }
  | { transaction: PoolTransaction }
  | { payment: PaymentResponse }
>('POST', '/trips/:tripId/history/:n/restore', 201)

/** Makes the inverse change, once. `anyway` sets the values before an edit although somebody changed them since. */
export const undoChange = endpoint<undefined, { anyway?: boolean }>(
  'POST',
  '/trips/:tripId/history/:n/undo',
  204,
)

interface HistoryQuery extends Pick<PageQuery, 'limit'> {
  /** The number of a change. */
  before?: number
  /** A topic, or the id of what the changes are about (`subject.id`). */
  about?: string
  /** A log position: only what others changed after it. */
  since?: string
}

type NotRestored =
  'IsThereAlready' | 'RemovedAgainSince' | 'SomebodyHasLeft' | 'OtherCurrencySince' | 'DayIsNotOfTheTrip'

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface HistoryNotes {
  getHistory: { query: HistoryQuery }
  restoreChange: { refusals: 'NothingToRestore' | NotRestored | 'LimitReached' }
  undoChange: {
    refusals:
      | 'CannotBeUndone'
      | 'ChangedSince'
      | 'ChangedSinceAdded'
      | 'RemovedSince'
      | 'ImportChangedSince'
      | 'CurrencyIsFixed'
      | 'CannotBeInvited'
      | 'GuestIsClaimed'
      | 'MoneySinceClaim'
      | 'OrganizerCannotBeRemoved'
      | 'OrganizerCannotLeave'
      | 'OrganizerKeepsTheirRole'
      | 'NewOrganizerIsNotOnTheTrip'
      | NotRestored
      | 'LimitReached'
  }
}

export const historyRefusals = {
  /** The message says why (undo.ts). */
  CannotBeUndone: { status: 409, text: 'This change cannot be undone' },
  NothingToRestore: { status: 409, text: 'Only something that was removed can be brought back' },
} as const satisfies RefusalTable
