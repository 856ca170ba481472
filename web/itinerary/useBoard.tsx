// The choice between the week board, whose code is loaded in a wide tab only, and the agenda.

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { DaysProps } from '#web/itinerary/Agenda.tsx'
import { SegmentField } from '#web/ui/SegmentField.tsx'

type Part = ComponentType<DaysProps>

/** Once loaded, for the next opening. */
let loaded: Part | undefined

const Loading: Part = () => <div className="min-h-160" />

const options = [
  { value: 'week', label: 'Week' },
  { value: 'agenda', label: 'Agenda' },
]

/** @returns the board where it is to be shown, and the control that chooses */
export function useBoard(isWide: boolean): { Board: Part | undefined; tools: ReactNode } {
  const [choice, choose] = useState('week')
  const [Board, setBoard] = useState(() => loaded)
  const isWanted = isWide && choice === 'week'
  useEffect(() => {
    if (!isWanted || Board) return
    import('#web/itinerary/WeekBoard.tsx').then(
      ({ WeekBoard }) => setBoard(() => (loaded = WeekBoard)),
      () => choose('agenda'),
    )
  }, [isWanted, Board])
  return {
    Board: isWanted ? (Board ?? Loading) : undefined,
    tools: isWide && (
      <SegmentField
        label="Show"
        hideLabel
        name="itinerary"
        options={options}
        value={choice}
        onChange={({ target }) => choose(target.value)}
        className="w-46 shrink-0"
      />
    ),
  }
}
