// Says above a form that its fields hold the draft of an earlier opening, or were sent by another tab.

import { Button } from '#web/ui/buttons/Button.tsx'
import { leaveControl } from '#web/ui/focus.ts'

export interface RestoredNoteProps {
  isRestored: boolean
  /** The fields are empty, because another tab has sent what they held. */
  sentElsewhere: string | null
  clear: () => void
}

export function RestoredNote({ isRestored, sentElsewhere, clear }: RestoredNoteProps) {
  return (
    <output className="-my-2 flex flex-wrap items-center text-secondary text-muted empty:hidden">
      {sentElsewhere !== null && <span>{sentElsewhere}</span>}
      {isRestored && (
        <>
          <span>Restored what you had typed ·</span>
          <Button
            variant="quiet"
            size="sm"
            aria-label="Clear what you had typed"
            onClick={(event) => {
              leaveControl(event.currentTarget)
              clear()
            }}
          >
            Clear
          </Button>
        </>
      )}
    </output>
  )
}
