// What is added to the trip of a chat: tiles below the composer, in the place of the keyboard.

import { CalendarPlus, ChartBarDecreasing, type LucideIcon, Receipt } from 'lucide-react'
import { use, useState } from 'react'
import { PollDialog } from '#web/chat/polls/PollDialog.tsx'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { paths } from '#web/platform/page/paths.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'

interface PlusSheetProps {
  open: boolean
  onClose: () => void
  tripId: string
  conversationId: string
  /** Within the open trip. */
  inTrip: boolean
}

export function PlusSheet({ open, onClose, tripId, conversationId, inTrip }: PlusSheetProps) {
  const navigate = use(Navigation)
  const [isAsking, setAsking] = useState(false)
  const toTab = (hash: string) => () => {
    if (inTrip) requestDialog(hash)
    else navigate?.(`${paths.trip(tripId)}${hash}`)
  }
  const tiles: readonly [label: string, icon: LucideIcon, run: () => void][] = [
    ['Poll', ChartBarDecreasing, () => setAsking(true)],
    ['Expense', Receipt, toTab('#expenses/add')],
    ['Activity', CalendarPlus, toTab('#itinerary/add')],
  ]
  return (
    <>
      {open && (
        <ul aria-label="Add" className="page-width grid shrink-0 grid-cols-5 gap-1 bg-surface px-3 pb-3.5">
          {tiles.map(([label, Icon, run]) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  run()
                }}
                className="grid w-full justify-items-center gap-1.5 rounded-control py-1.5 text-meta font-medium"
              >
                <span className="grid size-13 place-items-center rounded-card bg-primary-soft text-primary">
                  <Icon aria-hidden className="size-5.5" strokeWidth={1.75} />
                </span>
                <span>{label}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <PollDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tripId={tripId}
        conversationId={conversationId}
      />
    </>
  )
}
