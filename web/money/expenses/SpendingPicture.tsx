// When the money went, and on what: a bar for each day, made of its categories in the colours of Top Categories. The
// eye gets the picture, a screen reader the same as a table.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor, toMinor } from '#core/kernel/money.ts'
import { categoryLook } from '#web/money/categoryLook.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import type { SpendingBar } from '#web/money/expenses/spendingOverTime.ts'
import { spendingOverTime } from '#web/money/expenses/spendingOverTime.ts'
import { formatDate, formatDateRange, formatDayOfYear, formatMoney } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'

interface SpendingPictureProps {
  rows: readonly ShownExpense[]
  currency: CurrencyCode
}

/** Up to so many bars have room for a date under each; more have the first and the last one's. */
const LABELLED_AT_MOST = 6
const HEIGHT_PX = 128
/** Of a bar's slot, the rest is the gap. */
const BAR_WIDTH = 0.72
/** Percent of the card: two bars would fill it otherwise. */
const WIDEST_BAR = 10

/** Nothing where all was spent on one day: a single bar says no more than the total. */
export function SpendingPicture({ rows, currency }: SpendingPictureProps) {
  const counted = rows.filter(({ counts }) => counts)
  const bars = spendingOverTime(
    counted.map(({ expense: { expenseDate: date, category, amount } }) => ({
      date,
      category,
      amount: toMinor(amount, currency) ?? 0,
    })),
  )
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last || bars.length < 2) return null
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency)
  const top = bars.reduce((most, bar) => (bar.amount > most.amount ? bar : most))
  const title = first.from === first.to ? 'Spending by Day' : 'Spending over Time'
  return (
    <Card as="figure">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-semibold">{title}</h3>
        <span className="text-secondary text-muted">
          most on {dayOf(top)}: <Money text={money(top.amount)} />
        </span>
      </figcaption>
      <svg aria-hidden width="100%" height={HEIGHT_PX} className="block overflow-visible">
        <line x1="0" x2="100%" y1={HEIGHT_PX - 0.5} y2={HEIGHT_PX - 0.5} stroke="var(--line-strong)" />
        {bars.map((bar, at) => (
          <Bar key={bar.from} bar={bar} at={at} of={bars.length} most={top.amount} text={money} />
        ))}
      </svg>
      <div aria-hidden data-dates className="mt-1.5 flex justify-between text-meta text-muted">
        {bars.length <= LABELLED_AT_MOST ? (
          bars.map(({ from }) => (
            // Each as wide as its bar's slot, whatever stands in it.
            <span key={from} className="min-w-0 flex-1 text-center">
              {formatDayOfYear(from)}
            </span>
          ))
        ) : (
          <>
            <span>{formatDate(first.from)}</span>
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
}

interface BarProps {
  bar: SpendingBar
  at: number
  of: number
  /** The highest bar's amount, which is as high as the picture. */
  most: number
  text: (minor: number) => string
}

function Bar({ bar, at, of, most, text }: BarProps) {
  const slot = 100 / of
  const width = Math.min(slot * BAR_WIDTH, WIDEST_BAR)
  const left = slot * (at + 0.5) - width / 2
  return (
    <g>
      <title>{`${dayOf(bar)}: ${text(bar.amount)} (${partsText(bar, text)})`}</title>
      {stacked(bar, most).map(({ category, y, height }) => (
        <rect
          key={category}
          x={`${left}%`}
          width={`${width}%`}
          y={y}
          // A thin line of the ground between two categories, so that colours alone need not tell them apart.
          height={Math.max(height - 1, 1)}
          rx={2}
          fill={categoryLook(category).color}
        />
      ))}
    </g>
  )
}

/** From the ground up, in px; what is small beside the rest can still be seen. */
function stacked({ parts }: SpendingBar, most: number): { category: string; y: number; height: number }[] {
  let y = HEIGHT_PX
  return parts.map(({ category, amount }) => {
    const height = Math.max((amount / most) * HEIGHT_PX, 2)
    y -= height
    return { category, y, height }
  })
}

const dayOf = ({ from, to }: SpendingBar): string =>
  from === to ? formatDate(from) : formatDateRange(from, to)

const partsText = ({ parts }: SpendingBar, text: (minor: number) => string): string =>
  parts.map(({ category, amount }) => `${categoryLook(category).name} ${text(amount)}`).join(', ')
