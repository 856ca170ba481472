// Drafts: text that a person has typed and not sent. They stay on this device until the text is sent or emptied, or the
// person logs out. All tabs of the browser share them: a field follows what another tab writes, sends or empties, unless
// the person has typed something else in it here.

import { proxy } from 'valtio'
import { keysWith, readItem, removeStored, writeItem } from '#web/platform/storage/localStorage.ts'

const prefix = (userId: string): string => `draft:${userId}:`

/** Stored for a moment before a draft is removed that was sent: the other tabs see each value. */
const SENT = '\u0000sent'

/** @returns '' if there is none */
export const readDraft = (userId: string, about: string): string => textIn(readItem(prefix(userId) + about))

export function saveDraft(userId: string, about: string, text: string): void {
  if (text === '') removeStored(prefix(userId) + about)
  else writeItem(prefix(userId) + about, text)
}

/** What the drafts of this person are about. */
export const draftNames = (userId: string): string[] =>
  keysWith(prefix(userId)).map((key) => key.slice(prefix(userId).length))

/** Whether a draft of anybody holds this text. */
export const isInDraft = (text: string): boolean =>
  keysWith('draft:').some((key) => readItem(key)?.includes(text))

/** The next person on this device must not see them. */
export const deleteDrafts = (userId: string): void => keysWith(prefix(userId)).forEach(removeStored)

const textIn = (stored: string | null): string => (stored === null || stored === SENT ? '' : stored)

/** Counts the changes by other tabs, for what renders a draft or other values that are stored with them. */
export const draftsElsewhere = proxy({ count: 0 })

/**
 * Shows another tab's text in the field.
 * @param before what this tab knew: the field follows if it still shows that
 * @param wasSent the other tab has sent it, so `text` is ''
 * @returns whether the field shows the text now
 */
export type AdoptDraft = (text: string, before: string, wasSent: boolean) => boolean

/** A draft as a field of this tab shows it. */
export interface OpenDraft {
  read(): string
  /** '' deletes it, unless another tab has written what this field does not show. @param wasSent tells the other tabs */
  save(text: string, wasSent?: boolean): void
  /** Also adopts what has changed until now. Returns a function that ends it. */
  follow(adopt: AdoptDraft): () => void
}

const listeners = new Map<string, Set<(stored: string | null) => void>>()

export function openDraft(userId: string, about: string): OpenDraft {
  const key = prefix(userId) + about
  const stored = () => readDraft(userId, about)
  /** What the field shows, as far as this tab has read, written or adopted it. */
  let known = stored()
  return {
    read: () => (known = stored()),
    save(text, wasSent = false) {
      if (text === '' && stored() !== known) {
        known = ''
        return
      }
      known = text
      if (wasSent) writeItem(key, SENT)
      saveDraft(userId, about, text)
    },
    follow(adopt) {
      const listen = (value: string | null) => {
        const text = textIn(value)
        const wasSent = value === SENT
        if ((text !== known || wasSent) && adopt(text, known, wasSent)) known = text
      }
      const ofKey = listeners.get(key) ?? new Set()
      listeners.set(key, ofKey.add(listen))
      listen(readItem(key))
      return () => void ofKey.delete(listen)
    },
  }
}

function changedElsewhere(key: string, value: string | null): void {
  draftsElsewhere.count += 1
  for (const listen of listeners.get(key) ?? []) listen(value)
}

export function followDrafts(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith('draft:')) changedElsewhere(key, newValue)
  })
  // A page in the back/forward cache gets no storage events.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const key of listeners.keys()) changedElsewhere(key, readItem(key))
  })
}
