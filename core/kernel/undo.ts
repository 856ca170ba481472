// What the undoing of any change has in common: its body, and the refusals that name the later change.

import * as v from 'valibot'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'

/** `anyway` sets the values before an edit although somebody changed them since. */
export const undoBody = v.strictObject({
  anyway: v.optional(v.boolean('anyway must be true or false'), false),
})
export type UndoBody = v.InferOutput<typeof undoBody>

/** Common fields of the commands that undo a change. */
export interface UndoOf<Change> {
  change: Change
  anyway: boolean
  /** The username of the person who changed the same thing last since; null for nobody. */
  laterBy: string | null
}

export const isUnchanged = (now: object, after: object): boolean =>
  canonicalJson(now) === canonicalJson(after)

/** Refuses an edit back of something that was changed since. @param title as it is now */
export const changedSince = (title: string, laterBy: string | null): Refusal =>
  refuse('ChangedSince', { message: `${sinceThen(title, 'changed', laterBy)}.` })

/** Refuses to remove something that was changed since it was added. */
export const changedSinceAdded = (title: string, laterBy: string | null): Refusal =>
  refuse('ChangedSinceAdded', {
    message: `${sinceThen(title, 'changed', laterBy)}. Undo that first, or remove it by itself.`,
  })

export const removedSince = (title: string, laterBy: string | null): Refusal =>
  refuse('RemovedSince', { message: `${sinceThen(title, 'removed', laterBy)}.` })

const sinceThen = (title: string, done: 'changed' | 'removed', by: string | null) =>
  `“${isolateBidi(title)}” was ${done} since${by === null ? '' : ` by ${isolateBidi(by)}`}`
