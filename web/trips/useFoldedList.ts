// Whether the list of trips is shown beside the open trip. It is folded while a sheet would make the trip too narrow,
// and while the board of the itinerary or the picture of the payments needs its room; a button in the trip's head folds
// and unfolds it.

import { useState } from 'react'
import { closeSheets, useSheetOpen } from '#web/ui/dialogs/layers.ts'
import { useWide } from '#web/ui/useWide.ts'

export interface FoldedList {
  isFolded: boolean
  toggle: () => void
  /** Folds it unless the person has pressed the button. */
  setRoomNeeded: (isNeeded: boolean) => void
}

/** From here rail (232), list (360) and sheet (480) leave a trip 560 CSS pixels. */
const ROOM_FOR_ALL_PX = 1632

export function useFoldedList(): FoldedList {
  const [isFoldedByHand, setFoldedByHand] = useState<boolean>()
  const [isRoomNeeded, setRoomNeeded] = useState(false)
  const hasRoom = useWide(ROOM_FOR_ALL_PX)
  const isFoldedBySheet = useSheetOpen() && !hasRoom
  const isFolded = isFoldedBySheet || (isFoldedByHand ?? isRoomNeeded)
  return {
    isFolded,
    setRoomNeeded,
    toggle() {
      setFoldedByHand(!isFolded)
      if (isFoldedBySheet) closeSheets()
    },
  }
}
