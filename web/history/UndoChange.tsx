// The button that undoes a change. If the same thing was changed later, a note names who changed it, and its button restores
// the earlier version anyway. A change that cannot be undone shows the reason.

import { useState } from 'react'
import { Undo2 } from 'lucide-react'
import type { HistoryEntry } from '#core/history/contract.ts'
import { RESTORABLE, canUndo, type UndoRule, undoRuleOf } from '#core/history/undo.ts'
import type { TripRole } from '#core/trips/events.ts'
import { undoChangeOf } from '#web/history/historyCommands.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

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
  const rule = undoRuleOf(entry.type)
  if (!rule) return null
  if (rule.how === 'not')
    return <p className="basis-full ps-3 text-meta text-muted">{`Cannot be undone. ${rule.why}`}</p>
  if (!reader || !canUndo(entry, reader.role, reader.id) || !isOffered(entry, rule.how, isLatest)) return null
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
        {rule.how === 'invite again' ? 'Invite' : 'Undo'}
      </Button>
      {rule.loses && <p className="basis-full ps-3 text-meta text-muted">{rule.loses}</p>}
      {conflict !== null && (
        <div role="alert" className="basis-full ps-3 text-secondary wrap-anywhere" dir="auto">
          <span>{conflict}</span>
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
 * An addition can be undone only while nothing else has happened to its subject, and an edit only if the history has its
 * values. An import has no subject. Changes with a Restore button have no Undo button.
 */
function isOffered({ type, subject, changes }: HistoryEntry, how: UndoRule['how'], isLatest: boolean) {
  if (RESTORABLE.includes(type)) return false
  return how === 'edit back' ? changes.length > 0 : subject?.type === 'trip' || isLatest
}
