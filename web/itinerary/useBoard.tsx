// The choice between the week board, whose code is loaded in a wide tab only, and the agenda.

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { DaysProps } from '#web/itinerary/Agenda.tsx'
import { SegmentField } from '#web/ui/fields/SegmentField.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'

type Part = ComponentType<DaysProps>

/** Once loaded, for the next opening. */
let loaded: Part | undefined

/** The days and hours of a week with the selected day beside it, until they are here. */
export const BoardSkeleton = () => (
  <Loading label="Loading the itinerary...">
    <div className="flex h-full min-h-160 items-stretch bg-surface">
      <div className="grid min-w-0 flex-1 grid-cols-7 content-start gap-x-3 gap-y-4 ps-(--gutter) pe-3 pt-4">
        <Skeleton className="col-span-3 h-8" />
        <div className="col-span-4" />
        {blocks.map((height, day) => (
          <div key={day} className="grid content-start gap-6">
            <Skeleton className="mx-auto h-6 w-12" />
            <Skeleton className={height} />
          </div>
        ))}
      </div>
      <div className="grid w-85 shrink-0 content-start gap-3 border-s border-line bg-background px-4 pt-5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    </div>
  </Loading>
)

const blocks = ['h-40', 'h-24', 'h-56', 'h-32', 'h-64', 'h-16', 'h-48']

const options = [
  { value: 'week', label: 'Week' },
  { value: 'agenda', label: 'Agenda' },
]

/** @returns the board where it is to be shown, and the control that chooses */
export function useBoard(isWide: boolean): { Board: Part | undefined; tools: ReactNode } {
  const [choice, setChoice] = useState('week')
  const [Board, setBoard] = useState(() => loaded)
  const isWanted = isWide && choice === 'week'
  useEffect(() => {
    if (!isWanted || Board) return
    import('#web/itinerary/WeekBoard.tsx').then(
      ({ WeekBoard }) => setBoard(() => (loaded = WeekBoard)),
      () => setChoice('agenda'),
    )
  }, [isWanted, Board])
  return {
    Board: isWanted ? (Board ?? BoardSkeleton) : undefined,
    tools: isWide && (
      <SegmentField
        label="Show"
        hideLabel
        name="itinerary"
        options={options}
        value={choice}
        onChange={({ target }) => setChoice(target.value)}
        className="w-46 shrink-0"
      />
    ),
  }
}
