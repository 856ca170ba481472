// Undoes a change from its entry. After a later change it says whose, and offers to restore the version before all the same;
// a change that cannot be undone says why.

import { useState } from 'react'
import { Undo2 } from 'lucide-react'
import { type HistoryEntry, RESTORABLE } from '#core/history/contract.ts'
import { canUndo, type Undoing, undoingOf } from '#core/history/undo.ts'
import type { TripRole } from '#core/trips/events.ts'
import { undoChangeOf } from '#web/history/historyCommands.ts'
import { Button } from '#web/ui/Button.tsx'

interface UndoChangeProps {
  entry: HistoryEntry
  tripId: string
  /** Null until the trip is loaded. */
  reader: { id: string; role: TripRole } | null
  /** Nothing else happened to its subject since. */
  isLatest: boolean
  busy: boolean
  /** Id of the sentence that the buttons are about. */
  about: string
}

export function UndoChange({ entry, tripId, reader, isLatest, busy, about }: UndoChangeProps) {
  const [conflict, setConflict] = useState<string | null>(null)
  const undoing = undoingOf(entry.type)
  if (!undoing) return null
  if (undoing.how === 'not')
    return <p className="basis-full ps-3 text-meta text-muted">Cannot be undone. {undoing.why}</p>
  if (!reader || !canUndo(entry, reader.role, reader.id) || !isOffered(entry, undoing.how, isLatest))
    return null
  const undo = (anyway: boolean) => void undoChangeOf(tripId, entry, anyway).then(setConflict)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={Undo2}
        busy={busy}
        aria-describedby={about}
        onClick={() => undo(false)}
      >
        {undoing.how === 'invite again' ? 'Invite' : 'Undo'}
      </Button>
      {undoing.loses && <p className="basis-full ps-3 text-meta text-muted">{undoing.loses}</p>}
      {conflict !== null && (
        <div role="alert" className="basis-full ps-3 text-secondary wrap-anywhere" dir="auto">
          {conflict}
          <Button
            variant="secondary"
            size="sm"
            className="mt-1 block"
            busy={busy}
            aria-describedby={about}
            onClick={() => undo(true)}
          >
            Restore this version anyway
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * What was added can be removed while nothing else happened to it, and an edit of what the history does not keep cannot be
 * undone. An import has no subject of its own, and a removal by itself has the button Restore.
 */
function isOffered({ type, subject, changes }: HistoryEntry, how: Undoing['how'], isLatest: boolean) {
  if (RESTORABLE.includes(type)) return false
  return how === 'edit back' ? changes.length > 0 : subject?.type === 'trip' || isLatest
}
