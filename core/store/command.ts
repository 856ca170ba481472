// A command as the command handler sees it, and what becomes of it.

import type { Decision, DomainEvent, EventMetadata, RecordedEvent, Refusal } from '#core/kernel/decider.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import type { StreamReader } from '#core/store/streamReader.ts'

export type CommandMetadata = Pick<EventMetadata, 'actor' | 'at' | 'key' | 'digest' | 'requestId'>

export interface CommandAttempt<State, E extends DomainEvent, ResponseBody> extends CommandMetadata {
  /** The command's name, for metrics and the log. */
  command: string
  /** Checks relation, role, validation and rules, in this order. May read other streams, never write them. */
  decide(state: State, reader: StreamReader, revision: number): Promise<Decision<E>>
  /** Called instead of `decide` before `toResponse` of a retry. */
  load?(state: State, reader: StreamReader): Promise<void>
  /** From the state just after the command's events, before the next command is decided. */
  toResponse(state: State, events: readonly RecordedEvent<E>[]): ResponseBody
}

export type CommandOutcome<ResponseBody> = { refusal: Refusal } | AcceptedOutcome<ResponseBody>

export interface AcceptedOutcome<ResponseBody> {
  refusal?: undefined
  response: ResponseBody
  /** Of the last event of its batch in the log; of the last event of the stream when nothing was written. */
  position: string
  /** The revision of its last event, or the stream's. */
  revision: number
  replayed: boolean
  /** Whether it has events. False when the stream was already as the command asks. */
  changed: boolean
}

export type HandleCommand = <State, E extends DomainEvent, ResponseBody>(
  streamType: AnyStreamType,
  id: string,
  attempt: CommandAttempt<State, E, ResponseBody>,
) => Promise<CommandOutcome<ResponseBody>>
