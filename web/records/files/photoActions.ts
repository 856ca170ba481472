// What can be done with a photo of a trip's chat. Another feature provides it: a chat knows nothing of money.

import { type ComponentType, createContext } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'

export interface ChatPhoto {
  tripId: string
  file: AttachedFile
  /** RFC 3339 */
  at: string
  /** Id of a user. */
  sentBy: string
}

/** Loads them. */
export const PhotoActions = createContext<(() => Promise<ComponentType<ChatPhoto>>) | undefined>(undefined)
