// The commands of the history: restore what was removed, undo a change, and export all of it as a file.

import { type HistoryEntry, getExport, restoreChange, undoChange } from '#core/history/contract.ts'
import { exportFile } from '#web/history/exportFile.ts'
import checker from '#web/history/exported/check.js?raw'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { exportFileName, saveFile } from '#web/platform/page/saveFile.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { failures } from '#web/records/failures.ts'
import { unansweredCommands } from '#web/platform/outbox/useOutbox.ts'
import { toastOutcome } from '#web/records/toastOutcome.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** A chat is in the history of its trip, and not in its replica. */
const touchedBy = (tripId: string, subject: HistoryEntry['subject']): string[] =>
  subject?.type === 'chat'
    ? [`/trips/${tripId}/chats`, `/trips/${tripId}/history`, '/conversations']
    : [`/trips/${tripId}`]

/** Does nothing while the same command is pending. */
export async function restoreChangeOf(tripId: string, { n, subject }: HistoryEntry): Promise<void> {
  if (unansweredCommands(tripId, restoreChange).some(({ params }) => params['n'] === String(n))) return
  const { outcome } = dispatch({
    endpoint: restoreChange,
    params: { tripId, n: String(n) },
    lane: tripId,
    touches: touchedBy(tripId, subject),
    decidedBy: 'server',
  })
  await toastOutcome(outcome, { done: 'Restored', failed: failures.historyEntry.restore })
}

/**
 * Does nothing while the same command is pending.
 * @returns the server's sentence where a later change is in the way, which `anyway` overrides; else null
 */
export async function undoChangeOf(
  tripId: string,
  { n, subject }: HistoryEntry,
  anyway: boolean,
): Promise<string | null> {
  if (unansweredCommands(tripId, undoChange).some(({ params }) => params['n'] === String(n))) return null
  try {
    const { outcome } = dispatch({
      endpoint: undoChange,
      params: { tripId, n: String(n) },
      body: { anyway },
      lane: tripId,
      touches: touchedBy(tripId, subject),
      decidedBy: 'server',
    })
    toast.outcome(await outcome, 'Undone', failures.historyEntry.undo)
  } catch (error) {
    if (error instanceof Refused && error.code === 'ChangedSince') return error.message
    toast.error(failureText(failures.historyEntry.undo, error))
  }
  return null
}

export async function exportHistory(tripId: string): Promise<void> {
  try {
    const { body } = await request(getExport, { params: { tripId } })
    const takenAt = new Date().toISOString()
    saveFile(
      exportFileName('html', 'history', body.trip.title),
      'text/html',
      exportFile(body, { checker, takenAt }),
    )
  } catch (error) {
    toast.error(failureText('Failed to export the history', error))
  }
}
