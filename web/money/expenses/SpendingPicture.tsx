// A bar chart of the spending by day, each bar divided into categories in the colours of Top Categories. Screen
// readers get a table.

import { memo } from 'react'
import { type CurrencyCode, sumOfAmounts, toMajor } from '#core/kernel/money.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import type { SpendingBar } from '#web/money/expenses/spendingOverTime.ts'
import { locale } from '#core/kernel/format.ts'
import { formatDate, formatDateRange } from '#web/platform/format.ts'
import { formatShortWeekday } from '#web/platform/dayTitle.ts'
import { useToday } from '#web/platform/useNow.ts'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface SpendingPictureProps {
  /** From `spendingBars`; without any, nothing is shown. */
  bars: readonly SpendingBar[]
  currency: CurrencyCode
  /** Opens the list of the expenses of these days. */
  onOpen: (days: Pick<SpendingBar, 'from' | 'to'>) => void
}

/** Up to this many bars, each has its amount above and its date below; beyond, only the first and the last have dates. */
const LABELLED_AT_MOST = 6
const HEIGHT_PX = 128
/** '1,929', '1.2M': as wide as a bar's slot. */
const wholeFigure = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 0,
})
/** Share of a bar's slot; the rest is the gap. */
const BAR_WIDTH = 0.72
/** Percent of the card, for charts with few bars. */
const WIDEST_BAR = 10

export const SpendingPicture = memo(function SpendingPicture({
  bars,
  currency,
  onOpen,
}: SpendingPictureProps) {
  const today = useToday()
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const money = (minor: number) => formatMinor(minor, currency)
  const own = bars.filter(({ isBefore }) => !isBefore)
  const top = own.reduce((most, bar) => (bar.amount > most.amount ? bar : most))
  const isLabelled = bars.length <= LABELLED_AT_MOST
  const title =
    last.from === last.to && own[0]?.from === own[0]?.to ? 'Spending by Day' : 'Spending over Time'
  return (
    <Card as="figure">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-semibold">{title}</h3>
        {!isLabelled && (
          <span className="text-secondary text-muted">
            <span>{`most on ${dayOf(top)}: `}</span>
            <Money text={money(top.amount)} />
          </span>
        )}
      </figcaption>
      <svg
        aria-hidden
        width="100%"
        height={HEIGHT_PX}
        className={`block overflow-visible ${isLabelled ? 'mt-6' : ''}`}
      >
        <line x1="0" x2="100%" y1={HEIGHT_PX - 0.5} y2={HEIGHT_PX - 0.5} stroke="var(--line-strong)" />
        {bars.map((bar, index) => (
          <Bar
            key={bar.from}
            bar={bar}
            index={index}
            of={bars.length}
            most={top.amount}
            text={money}
            figure={isLabelled && bar.amount > 0 ? wholeFigure.format(toMajor(bar.amount, currency)) : ''}
            onOpen={onOpen}
          />
        ))}
      </svg>
      <div aria-hidden data-dates className="mt-1.5 flex justify-between text-meta text-muted">
        {isLabelled ? (
          bars.map(({ from, isBefore }) => (
            // Each as wide as its bar's slot.
            <span
              key={from}
              className={`min-w-0 flex-1 text-center ${from === today ? 'font-semibold text-accent' : ''}`}
            >
              {isBefore
                ? 'Before'
                : from === today
                  ? 'Today'
                  : formatShortWeekday(from).split(' ').slice(0, 2).join(' ')}
            </span>
          ))
        ) : (
          <>
            <span>{first.isBefore ? 'Before' : formatDate(first.from)}</span>
            <span>{formatDate(last.to)}</span>
          </>
        )}
      </div>
      {/* Around the table: a table takes no width smaller than its text. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {bars
              .filter(({ amount }) => amount > 0)
              .map((bar) => (
                <tr key={bar.from}>
                  <th scope="row">{dayOf(bar)}</th>
                  <td>{money(bar.amount)}</td>
                  <td>{partsText(bar, money)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
})

interface BarProps {
  bar: SpendingBar
  index: number
  of: number
  /** The amount of the highest bar, which fills the chart. */
  most: number
  text: (minor: number) => string
  /** Above it; '' for none. */
  figure: string
  onOpen: SpendingPictureProps['onOpen']
}

function Bar({ bar, index, of, most, text, figure, onOpen }: BarProps) {
  const slot = 100 / of
  const width = Math.min(slot * BAR_WIDTH, WIDEST_BAR)
  const left = slot * (index + 0.5) - width / 2
  // A bar that is higher than all days of the trip is cut off, and shows that.
  const isBroken = bar.amount > most
  const parts = stacked(bar, isBroken ? bar.amount : most)
  return (
    <g onClick={() => onOpen(bar)} className={bar.amount > 0 ? 'cursor-pointer' : ''}>
      <title>{`${dayOf(bar)}: ${text(bar.amount)} (${partsText(bar, text)})`}</title>
      {parts.map(({ category, y, height }) => (
        <rect
          key={category}
          x={`${left}%`}
          width={`${width}%`}
          y={y}
          // A thin gap between categories, so that they are not told apart by colour alone.
          height={Math.max(height - 1, 1)}
          rx={2}
          fill={categoryStyle(category).color}
        />
      ))}
      <text
        x={`${slot * (index + 0.5)}%`}
        y={Math.min(HEIGHT_PX, ...parts.map(({ y }) => y)) - 6}
        textAnchor="middle"
        className="fill-text text-[0.6875rem] font-semibold tabular-nums"
      >
        {figure}
      </text>
      {isBroken && (
        <line
          x1={`${left - 1}%`}
          x2={`${left + width + 1}%`}
          y1={HEIGHT_PX * 0.34}
          y2={HEIGHT_PX * 0.26}
          className="stroke-surface stroke-4"
        />
      )}
    </g>
  )
}

/** From bottom to top, in px; at least tall enough to see. */
function stacked(
  { amount: all, parts }: SpendingBar,
  most: number,
): { category: string; y: number; height: number }[] {
  let y = HEIGHT_PX
  // Where a refund reduced the bar, its parts are drawn in proportion.
  const spent = sumOfAmounts(parts)
  return parts.map(({ category, amount }) => {
    const height = Math.max(((amount / spent) * all * HEIGHT_PX) / most, 2)
    y -= height
    return { category, y, height }
  })
}

const dayOf = ({ from, to, isBefore }: SpendingBar): string =>
  isBefore ? 'Before the trip' : from === to ? formatDate(from) : formatDateRange(from, to)

const partsText = ({ parts }: SpendingBar, text: (minor: number) => string): string =>
  parts.map(({ category, amount }) => `${categoryStyle(category).name} ${text(amount)}`).join(', ')
