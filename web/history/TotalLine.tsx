// The line of the total spent above the history's slider: one step for each change, so that days without changes take
// no room. Changes after the chosen one are dotted. It is drawn in its real width, because scaling it would scale its
// text.

import { useId, useMemo } from 'react'
import type { TotalSpent } from '#core/history/contract.ts'
import { layOutTotals, LINE_HEIGHT, TOP_PADDING } from '#web/history/totalLineLayout.ts'
import { formatDayOfYear, formatMoney } from '#web/platform/time/format.ts'
import { useWidth } from '#web/ui/useWidth.ts'

export interface TotalLineProps {
  /** Null until they are loaded. */
  totals: readonly TotalSpent[] | null
  /** They failed to load: the slider is alone. */
  hasNoTotals: boolean
  last: number
  n: number
  currency: string
}

/** The row of the days below the line. */
const DAYS_HEIGHT = 32
/** Between the axis and the baseline of the days' text, past the slider's handle. */
const TEXT_BELOW = 26

export function TotalLine({ totals, hasNoTotals, last, n, currency }: TotalLineProps) {
  const [width, ref] = useWidth()
  const line = useMemo(() => layOutTotals(totals ?? [], last, width), [totals, last, width])
  const id = useId()
  const axis = TOP_PADDING + LINE_HEIGHT
  const [x, y] = line.pointAt(n)
  const money = (amount: number) => formatMoney(amount, currency)
  const label = totals
    ? `Total spent after each change: ${money(totalAfter(totals, n))} here, ${money(totalAfter(totals, last))} after the newest`
    : 'Loading the total spent'
  return (
    // The drawing is wider for a moment when the window becomes narrower.
    <div ref={ref} className="overflow-hidden low:hidden" style={{ height: axis + DAYS_HEIGHT }}>
      {width > 0 && (totals || !hasNoTotals) && (
        <svg role="img" aria-label={label} width={width} height={axis + DAYS_HEIGHT} className="block">
          {line.days.map((day) => (
            <g key={day.date}>
              <path d={`M${day.x} ${TOP_PADDING}V${axis}`} className="stroke-line" />
              <text
                x={day.textX}
                y={axis + TEXT_BELOW}
                textAnchor={day.anchor}
                className="fill-muted text-meta font-medium forced-colors:fill-[CanvasText]"
              >
                {formatDayOfYear(day.date)}
              </text>
            </g>
          ))}
          {totals ? (
            <>
              <clipPath id={`${id}before`}>
                <rect width={x} height={axis + 2} />
              </clipPath>
              <clipPath id={`${id}after`}>
                <rect x={x} width={Math.max(width - x, 0)} height={axis + 2} />
              </clipPath>
              <g clipPath={`url(#${id}before)`} fill="none">
                <path d={line.area} className="fill-primary-soft forced-colors:fill-none" />
                <path
                  d={line.path}
                  strokeWidth={2.5}
                  strokeLinejoin="round"
                  className="stroke-primary forced-colors:stroke-[CanvasText]"
                />
              </g>
              <path
                d={line.path}
                clipPath={`url(#${id}after)`}
                fill="none"
                strokeWidth={2}
                strokeDasharray="1 5"
                strokeLinecap="round"
                className="stroke-(--sand) forced-colors:stroke-[GrayText]"
              />
            </>
          ) : (
            <path
              d={`M${x} ${axis}H${width / 2}V${axis - LINE_HEIGHT / 2}H${width}`}
              fill="none"
              strokeWidth={2}
              className="stroke-line"
            />
          )}
          {totals && (
            <g strokeWidth={2} className="stroke-primary forced-colors:stroke-[Highlight]">
              <path d={`M${x} ${y}V${axis}`} />
              <circle cx={x} cy={y} r={4.5} className="fill-surface" />
            </g>
          )}
        </svg>
      )}
    </div>
  )
}

/** 0 before money is spent. */
export const totalAfter = (totals: readonly TotalSpent[], n: number): number =>
  totals.findLast((total) => total.n <= n)?.totalAmount ?? 0
