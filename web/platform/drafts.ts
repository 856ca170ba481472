// Drafts: text that a person has typed and not sent. They stay on this device until the text is sent or emptied, or the
// person logs out.

import { keysWith, readItem, removeStored, writeItem } from '#web/platform/localStorage.ts'

const prefix = (userId: string): string => `draft:${userId}:`

/** @returns '' if there is none */
export const readDraft = (userId: string, about: string): string => readItem(prefix(userId) + about) ?? ''

export function saveDraft(userId: string, about: string, text: string): void {
  if (text === '') removeStored(prefix(userId) + about)
  else writeItem(prefix(userId) + about, text)
}

/** The next person on this device must not see them. */
export const deleteDrafts = (userId: string): void => keysWith(prefix(userId)).forEach(removeStored)
