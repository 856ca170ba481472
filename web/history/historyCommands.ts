// The commands of the history: restore what was removed, and export all of it as a file.

import { type HistoryEntry, getExport, restoreChange } from '#core/history/contract.ts'
import { exportFile } from '#core/history/exportFile.ts'
import checker from '#web/history/exported/check.js?raw'
import { failureText } from '#web/platform/failureText.ts'
import { request } from '#web/platform/http.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { send } from '#web/platform/send.ts'
import { pendingCommandsNow } from '#web/platform/usePendingCommands.ts'
import { toast } from '#web/ui/toasts.tsx'

const RESTORE_FAILED = 'Failed to bring it back'

/** Does nothing while the same command is pending. */
export async function restoreChangeOf(tripId: string, { n }: HistoryEntry): Promise<void> {
  if (pendingCommandsNow(tripId, restoreChange).some(({ params }) => params['n'] === String(n))) return
  try {
    const sent = await send({
      endpoint: restoreChange,
      params: { tripId, n: String(n) },
      lane: tripId,
      touches: [`/trips/${tripId}`],
    })
    toast.outcome(sent, 'Restored', RESTORE_FAILED)
  } catch (error) {
    toast.error(failureText(RESTORE_FAILED, error))
  }
}

export async function exportHistory(tripId: string): Promise<void> {
  try {
    const { body } = await request(getExport, { params: { tripId } })
    const takenAt = new Date().toISOString()
    const name = `${body.trip.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-history.html`
    saveFile(name, 'text/html', exportFile(body, { checker, takenAt }))
  } catch (error) {
    toast.error(failureText('Failed to export the history', error))
  }
}
