// A decider holds the rules of one kind of stream: how an event changes the state, and which events a command causes.
// It is pure: the time, new ids and the state of other streams come in with the command.

/** An event as it is written: a name in the past tense and JSON data. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type
  data: Data
}

/** Who sent the command, when, and what makes a retry recognizable (docs/decisions.md §2). */
export interface EventMetadata {
  /** User id, or 'system'. */
  actor: string
  /** RFC 3339 UTC. */
  at: string
  /** The idempotency key of the command, a UUID. */
  key: string
  /** SHA-256 of method, path and body of the command, hex. */
  digest: string
  requestId: string
  /** Schema version of the data. */
  v: number
  /** SHA-256 of the stream's previous event, hex; null on the first. */
  prev: string | null
}

/** An event in the log. Revisions count from 0 in a stream; positions compare bytewise over the whole log. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  stream: string
  revision: number
  position: string
  type: E['type']
  data: E['data']
  meta: EventMetadata
}

/** `RecordedEvent` for each member of a union of events, so that a switch on `type` narrows `data`. */
export type RecordedEventOf<E extends DomainEvent> = E extends DomainEvent ? RecordedEvent<E> : never

/** Lifts the data of one schema version to the next. Pure. */
export type Upcast = (data: never) => unknown

/** The upcasts of each event type in order: from version 1 to 2, from 2 to 3 … None means version 1. */
export type Upcasts = Readonly<Record<string, readonly Upcast[]>>

/** Why a command is refused: a name that the api and the client turn into a status and a text. */
export interface Refusal {
  refused: string
  /** Replaces the text of the refusal's entry in the table. */
  message?: string
  /** Form field → text. */
  fields?: Record<string, string>
  /** The current revision, for a stale If-Match. */
  revision?: number
}

export type Decision<E extends DomainEvent> = readonly E[] | Refusal

export interface Decider<State, Command, E extends DomainEvent> {
  initialState(): State
  /** Changes `state` in place: copying it for each of 10,000 events is ten times slower. */
  evolve(state: State, event: RecordedEventOf<E>): void
  decide(command: Command, state: State): Decision<E>
}

/** @param name an entry of the feature's refusal table, which gives its status and text */
export function refuse(name: string, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused: name, ...more }
}

export const isRefusal = (value: object | string): value is Refusal =>
  typeof value === 'object' && 'refused' in value
