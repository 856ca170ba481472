// Connects the parts of the client to the browser and to each other, as api/server.ts does for the server. Importing a module
// starts nothing.

import { followNetwork } from '#web/platform/http/network.ts'
import { openOfflineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'
import { refetchWithNetwork, showCachedData } from '#web/platform/queries/queryStore.ts'
import { tolerateTranslation } from '#web/platform/page/translatedDocument.ts'
import { followDrafts } from '#web/platform/storage/drafts.ts'
import { followSession } from '#web/platform/session/session.ts'

/** Called once per document, before its first request. */
export function startClient(): void {
  tolerateTranslation()
  followNetwork()
  followSession()
  followDrafts()
  refetchWithNetwork()
}

/** Loads the data that this device has stored, before the first screen. Never rejects. */
export const openStoredData = (): Promise<void> => openOfflineCache(showCachedData)
