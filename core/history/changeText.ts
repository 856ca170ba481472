// The words of the history: what each change was, as somebody on the trip would tell it. Names are those of the moment.

import { formatMoney } from '#core/kernel/format.ts'
import { inSentence } from '#core/kernel/inSentence.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor } from '#core/kernel/money.ts'
import type { FieldChange, Subject } from '#core/history/contract.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import type { Party } from '#core/money/events.ts'

/** What a chat was called just before a change. */
export interface ChatNames {
  name: string
  description: string | null
}

/** What the words need beside the event. */
export interface SentenceContext {
  /** Whoever did it. */
  actor: string
  /** Of anybody on the trip, present or former; the pool is 'the pool'. */
  name(party: Party): string
  /** The chat that was changed; null where it is new. */
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
    teller: SentenceContext,
  ) => ChangeText
}

/** Fields in the order in which people read them; null where there is nothing. */
export type HistoryFields = readonly (readonly [field: string, text: string | null])[]

/** What differs; `before` and `after` are of the same fields, or empty where there was nothing or is nothing now. */
export function differences(before: HistoryFields, after: HistoryFields): FieldChange[] {
  const [was, is] = [new Map(before), new Map(after)]
  const fields = (after.length > 0 ? after : before).map(([field]) => field)
  return fields
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** 'the title', 'the title and status', 'the title, dates and status'; null where nothing is named. */
export function fieldsIn(changes: readonly FieldChange[]): string | null {
  const names = changes.map(({ field }) => field.toLowerCase())
  const last = names.pop()
  if (last === undefined) return null
  return `the ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

export const quoted = (text: string): string => `“${inSentence(text)}”`

/** @param minor minor units */
export const money = (minor: number, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)
