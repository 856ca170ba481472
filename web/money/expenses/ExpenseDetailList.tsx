// The details of an expense: amount, description, people, date and receipt.

import { ExternalLink, History } from 'lucide-react'
import { use } from 'react'
import { isWebLink } from '#core/kernel/webLink.ts'
import { countedAmount } from '#core/money/counted.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import { RelationText } from '#web/money/expenses/RelationText.tsx'
import { formatMoney } from '#web/platform/format.ts'
import { paths } from '#web/platform/paths.ts'
import { Anchor, Navigation } from '#web/ui/Anchor.tsx'
import { type Detail, DetailList } from '#web/ui/DetailList.tsx'
import { Money } from '#web/ui/Money.tsx'

interface ExpenseDetailListProps {
  expense: ExpenseResponse
  myId: string
  /** false for one that was refused: it means nothing for anybody. */
  isAdded: boolean
}

export function ExpenseDetailList({ expense, myId, isAdded }: ExpenseDetailListProps) {
  const { description, currency, category, receiptUrl } = expense
  // The demo is a document of its own, and has no history to link to.
  const isInApp = use(Navigation) !== undefined
  return (
    <>
      <div className="mb-5 flex items-start gap-3">
        <CategoryIcon category={category} />
        <div className="min-w-0 flex-1">
          <p className="text-title font-semibold wrap-anywhere">
            <bdi>{description}</bdi>
          </p>
          <p className="text-[clamp(1.25rem,8vw,1.75rem)] leading-tight font-bold wrap-anywhere">
            <Money text={formatMoney(countedAmount(expense), currency)} />
          </p>
          {isAdded && (
            <p className="mt-0.5 text-secondary text-muted">
              <RelationText expense={expense} myId={myId} />
            </p>
          )}
        </div>
      </div>
      <DetailList details={detailsOf(expense, myId)} />
      {isAdded && isInApp && (
        <Anchor
          href={paths.historyAbout(expense.tripId, expense.id)}
          aria-label={`History of ${description}`}
          className="mt-3 flex min-h-11 w-fit items-center gap-2 font-semibold text-primary underline"
        >
          <History aria-hidden className="size-5 shrink-0" />
          History
        </Anchor>
      )}
      {receiptUrl !== null && isWebLink(receiptUrl) && (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline"
        >
          <ExternalLink aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0">
            Open the receipt <span className="sr-only">(new tab)</span>
            <span className="block text-secondary font-normal break-all text-muted">
              {new URL(receiptUrl).host}
            </span>
          </span>
        </a>
      )}
    </>
  )
}

function detailsOf(expense: ExpenseResponse, myId: string): Detail[] {
  const { createdBy, createdAt, updatedAt } = expense
  const nameOf = ({ id, name }: { id: string; name: string }) => (id === myId ? `${name} (you)` : name)
  return [
    ...expenseDetails(expense, nameOf),
    { name: 'Recorded by', value: nameOf({ id: createdBy.id, name: createdBy.username }) },
    { name: 'Recorded', value: <RelativeTime at={createdAt} /> },
    ...(updatedAt === createdAt ? [] : [{ name: 'Last changed', value: <RelativeTime at={updatedAt} /> }]),
  ]
}
