// Steps through the changes of a trip: a slider, two step buttons, and playback.

import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TripAt } from '#web/history/useTripAt.ts'
import { calendarDateOf, formatClock, formatDate } from '#web/platform/format.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

interface TimeSliderProps {
  /** Number of the newest change. */
  last: number
  n: number
  /** The change on screen, which can lag behind `n`. */
  shown: TripAt | null
  onMove: (n: number) => void
}

/** Long enough to read a line. */
const STEP_MS = 1100

export function TimeSlider({ last, n, shown, onMove }: TimeSliderProps) {
  const [isPlaying, setPlaying] = useState(false)
  const isLoaded = shown?.n === n
  const step = useEffectEvent(() => (n < last ? onMove(n + 1) : setPlaying(false)))
  useEffect(() => {
    if (!isPlaying || !isLoaded) return undefined
    const timer = setTimeout(step, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isLoaded, n])

  const move = (to: number) => {
    setPlaying(false)
    onMove(Math.min(last, Math.max(1, to)))
  }
  const play = () => {
    // Playback starts over from the end.
    if (!isPlaying && n === last) onMove(1)
    setPlaying(!isPlaying)
  }
  const at = shown && isLoaded ? new Date(shown.entry.at) : null
  const when = at ? `${formatDate(calendarDateOf(at))}, ${formatClock(at)}` : ''
  return (
    <section aria-label="Time" className="shrink-0 border-t border-line bg-surface px-4 pt-2 pb-1 lg:pb-safe">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-semibold tabular-nums">
          After change {n} of {last}
        </p>
        <p className="text-meta text-muted tabular-nums">{when}</p>
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? Pause : Play}
          tone="primary"
          className="-ms-2.5"
          onClick={play}
        />
        <IconButton
          label="Previous change"
          icon={ChevronLeft}
          disabled={n <= 1}
          onClick={() => move(n - 1)}
        />
        <input
          type="range"
          aria-label="Change"
          aria-valuetext={`Change ${n} of ${last}${isLoaded ? `: ${shown.entry.text}` : ''}`}
          min={1}
          max={last}
          value={n}
          onChange={({ target }) => move(Number(target.value))}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-primary"
        />
        <IconButton
          label="Next change"
          icon={ChevronRight}
          className="-me-2.5"
          disabled={n >= last}
          onClick={() => move(n + 1)}
        />
      </div>
    </section>
  )
}
