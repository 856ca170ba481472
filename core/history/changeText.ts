// Builds the sentences of the history in plain words. Names are those of that moment, 'Mia Chen (now mia)' of a guest who is
// a user by now.

import type { AttachedFile } from '#core/kernel/files.ts'
import { formatCount } from '#core/kernel/format.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import type { FieldChange, Subject } from '#core/history/contract.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import type { Guest } from '#core/trips/events.ts'
import type { Party } from '#core/money/events.ts'
import { type KindTypes, type RecordKind, byEventType, contentIn } from '#core/records/recordKind.ts'

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
  /** The name that the event has. */
  guestName(guest: Guest): string
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
  const names = [...new Set(changes.map(({ field }) => field.toLowerCase()))]
  const last = names.pop()
  if (last === undefined) return null
  return `the ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

const PHOTO = 'Photo'
const DOCUMENT = 'Document'

/** A line for each file; two photos of one size are still two. */
export const fileFields = (files: readonly AttachedFile[] = []): HistoryFields =>
  files.map(({ hash, width, height, bytes }) =>
    width === null
      ? [DOCUMENT, `PDF, ${formatCount(Math.ceil(bytes / 1024), 'KB', 'KB')}`, hash]
      : [PHOTO, `${width} × ${height}`, hash],
  )

/** 'removed a photo from', 'added 2 photos to'; null where something else has changed, too. */
export function filesChanged(changes: readonly FieldChange[]): string | null {
  const [first] = changes
  if (!first || !changes.every(({ field }) => field === first.field)) return null
  if (first.field !== PHOTO && first.field !== DOCUMENT) return null
  const name = first.field.toLowerCase()
  const what = changes.length === 1 ? `a ${name}` : formatCount(changes.length, name)
  if (changes.every(({ after }) => after === null)) return `removed ${what} from`
  return changes.every(({ before }) => before === null) ? `added ${what} to` : null
}

export const quoted = (text: string): string => `“${isolateBidi(text)}”`

interface RecordWords<Of extends KindTypes> {
  fields(content: Of['content'], context: SentenceContext): HistoryFields
  text(verb: 'added' | 'removed' | 'brought back', content: Of['content'], context: SentenceContext): string
  /** Of a change, with the fields that it compares; only for kinds that are edited. */
  comparedFields?(content: Of['content'], context: SentenceContext): HistoryFields
  changedText?(changes: readonly FieldChange[], content: Of['content'], context: SentenceContext): string
}

export function recordChangeTexts<Of extends KindTypes & { name: Subject['type'] }>(
  kind: RecordKind<Of>,
  { fields, text, comparedFields = fields, changedText }: RecordWords<Of>,
) {
  type ToText = (data: unknown, context: SentenceContext) => ChangeText
  const subject = ({ id }: Of['content']): Subject => ({ type: kind.name, id })
  const toText =
    (verb: 'added' | 'removed' | 'brought back'): ToText =>
    (data, context) => {
      const content = contentIn(kind, data)
      const shown = fields(content, context)
      return {
        text: text(verb, content, context),
        changes: verb === 'removed' ? differences(shown, []) : differences([], shown),
        subject: subject(content),
      }
    }
  const changed: ToText = (data, context) => {
    const content = contentIn(kind, data)
    const { was } = data as { was: Of['content'] }
    const changes = differences(comparedFields(was, context), comparedFields(content, context))
    return { text: changedText!(changes, content, context), changes, subject: subject(content) }
  }
  return byEventType(kind, {
    ...{ added: toText('added'), removed: toText('removed'), restored: toText('brought back') },
    changed,
  })
}
