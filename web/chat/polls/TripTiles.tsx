// What is added to the trip of a chat: tiles beside that of a photo.

import { CalendarPlus, ChartBarDecreasing, Receipt } from 'lucide-react'
import { use, useState } from 'react'
import { PollDialog } from '#web/chat/polls/PollDialog.tsx'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { paths } from '#web/platform/page/paths.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Tile } from '#web/ui/buttons/Tile.tsx'

interface TripTilesProps {
  onClose: () => void
  tripId: string
  conversationId: string
  /** Within the open trip. */
  inTrip: boolean
}

export function TripTiles({ onClose, tripId, conversationId, inTrip }: TripTilesProps) {
  const navigate = use(Navigation)
  const [isAsking, setAsking] = useState(false)
  const toTab = (hash: string) => () => {
    if (inTrip) requestDialog(hash)
    else navigate?.(`${paths.trip(tripId)}${hash}`)
  }
  const closeAnd = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <>
      <Tile label="Poll" icon={ChartBarDecreasing} onClick={closeAnd(() => setAsking(true))} />
      <Tile label="Expense" icon={Receipt} onClick={closeAnd(toTab('#expenses/add'))} />
      <Tile label="Activity" icon={CalendarPlus} onClick={closeAnd(toTab('#itinerary/add'))} />
      <PollDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tripId={tripId}
        conversationId={conversationId}
      />
    </>
  )
}
