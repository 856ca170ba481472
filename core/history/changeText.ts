// Builds the sentences of the history in plain words. Names are those of that moment.

import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { FieldChange, Subject } from '#core/history/contract.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import type { Party } from '#core/money/events.ts'

/** A chat's name and description just before a change. */
export interface ChatNames {
  name: string
  description: string | null
}

/** What a sentence needs beside the event. */
export interface SentenceContext {
  actorId: string
  /** The username of the actor. */
  actor: string
  /** The name of anybody on the trip, present or former; the pool is 'the pool'. */
  name(party: Party): string
  /** The chat before the change; null for a new chat. */
  chat: ChatNames | null
}

export interface ChangeText {
  text: string
  changes: FieldChange[]
  subject: Subject | null
}

export type ChangeTexts<Events extends HistoryDomainEvent> = {
  readonly [Type in Events['type']]: (
    data: Extract<Events, { type: Type }>['data'],
    context: SentenceContext,
  ) => ChangeText
}

/** Fields in display order; null for an empty field. The key tells fields of one label apart: two people can have one name. */
export type HistoryFields = readonly (readonly [field: string, text: string | null, key?: string])[]

/** The fields that differ; one side is empty for an addition or a removal. */
export function differences(before: HistoryFields, after: HistoryFields): FieldChange[] {
  const changes = new Map<string, FieldChange>()
  for (const [field, text, key = field] of after) changes.set(key, { field, before: null, after: text })
  for (const [field, text, key = field] of before)
    changes.set(key, { field, after: null, ...changes.get(key), before: text })
  return [...changes.values()].filter((change) => change.before !== change.after)
}

/** 'the title', 'the title and status', 'the title, dates and status'; null for no changes. */
export function fieldsIn(changes: readonly FieldChange[]): string | null {
  const names = changes.map(({ field }) => field.toLowerCase())
  const last = names.pop()
  if (last === undefined) return null
  return `the ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

export const quoted = (text: string): string => `“${isolateBidi(text)}”`
