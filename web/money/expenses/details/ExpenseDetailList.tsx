// The details of an expense: description and amount, then who paid and who shares it, then everything else.

import type { ExpenseRecord } from '#core/money/events.ts'
import { parseDate } from '#core/kernel/calendar.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatShortWeekday } from '#web/platform/time/dayTitle.ts'
import { ExpenseExtraDetails } from '#web/money/expenses/details/ExpenseExtraDetails.tsx'
import { ShareList } from '#web/money/expenses/details/ShareList.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { FindName } from '#core/money/roster.ts'
import { dotted } from '#web/platform/time/format.ts'
import { Money, MoneyFigure } from '#web/ui/Money.tsx'

interface ExpenseDetailListProps {
  expense: ExpenseRecord
  tripId: string
  named: FindName
  myId: string
  /** false for one that was refused: it means nothing for anybody. */
  isAdded: boolean
}

export function ExpenseDetailList({ isAdded, ...props }: ExpenseDetailListProps) {
  return (
    <div className="grid gap-4">
      <Head expense={props.expense} />
      {isAdded && <ShareList {...props} />}
      <ExpenseExtraDetails {...props} isAdded={isAdded} />
    </div>
  )
}

function Head({ expense }: { expense: ExpenseRecord }) {
  const { description, currency, category, expenseDate, kind } = expense
  // One that was not added is in its original currency.
  const original = expense.original?.currency === currency ? null : expense.original
  return (
    <div>
      <div className="flex items-start gap-3.5">
        <CategoryIcon category={category} />
        <div className="min-w-0 flex-1">
          <h3 className="text-section leading-7 font-semibold wrap-anywhere">
            <bdi>{description}</bdi>
          </h3>
          <p className="text-secondary text-muted">
            {dotted([dateText(expenseDate), categoryName(category), kind === 'refund' && 'Refund'])}
          </p>
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <MoneyFigure
          text={formatMinor(signedAmount(expense), currency)}
          className="text-[clamp(1.5rem,9vw,2.25rem)] leading-tight wrap-anywhere"
        />
        {original && (
          <p className="text-secondary text-muted tabular-nums">
            <Money text={formatMinor(original.amount, original.currency)} /> at{' '}
            <span>{original.exchangeRate}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** 'Thu 19 Nov 2026' */
const dateText = (date: string): string =>
  parseDate(date) === null ? date : `${formatShortWeekday(date)} ${date.slice(0, 4)}`
