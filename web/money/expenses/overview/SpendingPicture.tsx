// A bar chart of the spending by day, or by week on a long trip, up to the last day of the trip. One day is chosen by a
// press, by hovering or with the arrow keys; the line above has its amount and opens its expenses. Screen readers also get
// a table.

import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react'
import { type CurrencyCode, sumOfAmounts, toMajor } from '#core/kernel/money.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import type { SpendingBar } from '#web/money/expenses/overview/spendingOverTime.ts'
import { locale } from '#core/kernel/format.ts'
import { formatDate, formatDateRange } from '#web/platform/time/format.ts'
import { formatShortWeekday } from '#web/platform/time/dayTitle.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/Money.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface SpendingPictureProps {
  /** From `spendingBars`; without any, nothing is shown. */
  bars: readonly SpendingBar[]
  currency: CurrencyCode
  /** Opens the list of the expenses of these days. */
  onOpen: (days: Pick<SpendingBar, 'from' | 'to'>) => void
}

const HEIGHT_PX = 112
/** '1,929', '1.2M' */
const wholeFigure = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const shortFigure = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

export const SpendingPicture = memo(function SpendingPicture({
  bars,
  currency,
  onOpen,
}: SpendingPictureProps) {
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const own = bars.filter(({ isBefore }) => !isBefore)
  if (own.length === 0) return null
  const money = (minor: number) => formatMinor(minor, currency)
  const top = own.reduce((most, bar) => (bar.amount > most.amount ? bar : most))
  const current = own.find(({ from, to, amount }) => from <= today && today <= to && amount > 0)
  const shown = bars.find(({ from }) => from === chosen) ?? current ?? top
  const isDaily = own.every(({ from, to }) => from === to)
  const title = isDaily ? 'Spending by Day' : 'Spending over Time'
  const chooseAt = ({ currentTarget, clientX }: PointerEvent) => {
    const index = [...currentTarget.children].findIndex((child) => {
      const { left, right } = child.getBoundingClientRect()
      return left <= clientX && clientX < right
    })
    if (index >= 0) setChosen(bars[index]!.from)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = stepped(event.key, bars.indexOf(shown), bars.length)
    if (index === null) return
    event.preventDefault()
    setChosen(bars[index]!.from)
  }
  const figureOf = ({ amount, isBefore }: SpendingBar) =>
    (isBefore ?? amount === top.amount) ? figureText(toMajor(amount, currency)) : ''
  return (
    <Card as="figure">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-semibold">{title}</h3>
        <span className="text-secondary text-muted">
          <span>in all </span>
          <Money text={money(sumOfAmounts(bars))} className="font-semibold text-text" />
        </span>
      </figcaption>
      <p className="flex min-h-11 items-center gap-3 rounded-field bg-surface-2 ps-3.5 text-secondary font-semibold">
        <span className="min-w-0 grow">
          <span>{`${dayOf(shown)} `}</span>
          <Money text={money(shown.amount)} className="ms-1.5 whitespace-nowrap" />
        </span>
        {shown.count > 0 && (
          <Button variant="quiet" size="sm" onClick={() => onOpen(shown)}>
            <span>{`Show ${shown.count}`}</span>
            <ChevronRight aria-hidden className="-me-1 size-4 rtl:-scale-x-100" />
          </Button>
        )}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={bars.indexOf(shown) + 1}
        aria-valuetext={`${dayOf(shown)}: ${money(shown.amount)}`}
        onKeyDown={onKeyDown}
        onPointerDown={chooseAt}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' || event.buttons > 0) chooseAt(event)
        }}
        className="mt-2 flex touch-pan-y cursor-pointer rounded-control text-center text-meta"
      >
        {bars.map((bar, index) => (
          <Bar
            key={bar.from}
            {...{ bar, isDaily }}
            most={top.amount}
            figure={figureOf(bar)}
            isChosen={bar === shown}
            isToday={bar.from <= today && today <= bar.to}
            hasLabel={isDaily || bars.length <= 10 || index % 2 === 0}
          />
        ))}
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
  isDaily: boolean
  /** The amount of the highest bar of the trip, which fills the chart. */
  most: number
  /** Above it; '' for none. */
  figure: string
  isChosen: boolean
  isToday: boolean
  hasLabel: boolean
}

function Bar({ bar, isDaily, most, figure, isChosen, isToday, hasLabel }: BarProps) {
  const { amount, isBefore = false, from } = bar
  // A bar that is higher than all days of the trip is cut off, and shows that.
  const isBroken = amount > most
  const height = amount === 0 ? 2 : Math.max(3, Math.min(1, amount / most) * HEIGHT_PX)
  const [first, second] = labelOf(bar, isDaily)
  return (
    <span
      aria-hidden
      className={classes(
        'flex min-w-0 flex-col',
        isBefore ? 'flex-[1.8]' : 'flex-1',
        isToday ? 'font-semibold text-accent' : isChosen ? 'font-semibold text-text' : 'text-muted',
      )}
    >
      <span
        style={{ height: HEIGHT_PX + 20 }}
        className="flex flex-col items-center justify-end border-b border-line-strong"
      >
        <span className="font-semibold whitespace-nowrap text-text tabular-nums">{figure}</span>
        <span
          data-bar
          style={{ height }}
          className={classes(
            'relative block w-[72%] max-w-10 rounded-t-[4px]',
            isToday ? 'bg-accent' : isBefore ? 'bg-(--sand)' : amount === 0 ? 'bg-line' : 'bg-primary',
            isChosen && amount > 0 && 'outline-2 outline-text',
          )}
        >
          {isBroken && <span className="absolute inset-x-0 top-1/3 h-1 -skew-y-6 bg-surface" />}
        </span>
      </span>
      <span className="mt-1 whitespace-nowrap">{hasLabel ? first : ''}</span>
      <span data-day={from} className="whitespace-nowrap">
        {hasLabel ? second : ''}
      </span>
    </span>
  )
}

/** Two short lines: the first letter of the weekday and the day, of a week the day and the month. */
function labelOf({ from, isBefore }: SpendingBar, isDaily: boolean): [string, string] {
  if (isBefore) return ['Before', '']
  const [weekday = '', day = '', month = ''] = formatShortWeekday(from).split(' ')
  return isDaily ? [weekday.slice(0, 1), day] : [day, month]
}

const figureText = (amount: number): string => (amount < 100_000 ? wholeFigure : shortFigure).format(amount)

function stepped(key: string, from: number, count: number): number | null {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}

const dayOf = ({ from, to, isBefore }: SpendingBar): string =>
  isBefore ? 'Before the trip' : from === to ? formatDate(from) : formatDateRange(from, to)

const partsText = ({ parts }: SpendingBar, text: (minor: number) => string): string =>
  parts.map(({ category, amount }) => `${categoryStyle(category).name} ${text(amount)}`).join(', ')
