// Which notices of the connection are shown.

import { type Notice, notices } from '#web/chat/engine/live/notices.ts'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'

const NAME = 'connected'

/**
 * That the app is connected is news once after a log-in on this device, and after a notice of a failure. At every other
 * opening it is what the person expects, and the toast would cover the title for four seconds.
 */
export function filterConnectionNotices(
  userId: string,
  show: (notice: Notice) => void,
): (notice: Notice) => void {
  let hasFailed = false
  return (notice) => {
    const isConnected = notice === notices.connected
    const isExpected = isConnected && !hasFailed && readDraft(userId, NAME) !== ''
    hasFailed = notice.tone === 'error'
    if (isExpected) return
    // Stored with the drafts, until the person logs out.
    if (isConnected) saveDraft(userId, NAME, 'yes')
    show(notice)
  }
}
