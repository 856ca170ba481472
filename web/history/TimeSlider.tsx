// Steps through the changes of a trip: a slider on the axis of the total spent, two step buttons, and playback.

import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { TotalLine, type TotalLineProps, totalAfter } from '#web/history/TotalLine.tsx'
import type { TripAt } from '#web/history/useTripAt.ts'
import { calendarDateOf, formatClock, formatDate, formatMoney } from '#web/platform/time/format.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

interface TimeSliderProps extends Omit<TotalLineProps, 'currency'> {
  /** Null until the trip is loaded. */
  currency: string | null
  /** The change on screen, which can lag behind `n`. */
  shown: TripAt | null
  onMove: (n: number) => void
}

/** Long enough to read a line. */
const STEP_MS = 1100

export function TimeSlider({
  last,
  n,
  totals: loaded,
  hasNoTotals,
  currency,
  shown,
  onMove,
}: TimeSliderProps) {
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
  const totals = currency === null ? null : loaded
  const spent = totals && currency !== null ? formatMoney(totalAfter(totals, n), currency) : null
  return (
    <section
      aria-label="Time"
      data-foot
      className="shrink-0 border-t border-line bg-surface gutter pt-2 pb-1 lg:pb-safe"
    >
      <div className="flex justify-between gap-3 tabular-nums">
        <div>
          <p className="text-meta text-muted">{`After change ${n} of ${last}`}</p>
          <p className="font-semibold">{when || '\u00a0'}</p>
        </div>
        <div className="text-end">
          <p className="text-meta text-muted">Total spent</p>
          <p className="font-semibold">{spent ?? '\u00a0'}</p>
        </div>
      </div>
      <div className="relative">
        <TotalLine totals={totals} hasNoTotals={hasNoTotals} last={last} n={n} currency={currency ?? ''} />
        {/* Its middle is zero on the line, 67 px below the top, or 7 + 60 (totalLineLayout.ts). */}
        <input
          type="range"
          aria-label="Change"
          aria-valuetext={`Change ${n} of ${last}${isLoaded ? `: ${shown.entry.text}` : ''}${spent === null ? '' : `. Total spent ${spent}`}`}
          min={1}
          max={last}
          value={n}
          onChange={({ target }) => move(Number(target.value))}
          className="history-slider absolute inset-x-0 top-[45px] h-11 w-full cursor-pointer low:static"
        />
      </div>
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous change"
          icon={ChevronLeft}
          className="-ms-2.5"
          disabled={n <= 1}
          onClick={() => move(n - 1)}
        />
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? Pause : Play}
          tone="primary"
          onClick={play}
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
