// The lines of an explanation under one heading, with their sum; the smallest are folded into one row that opens.

import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { sumOfAmounts, type CurrencyCode } from '#core/kernel/money.ts'
import type { WhyGroup, WhyLine } from '#web/money/why/why.ts'
import { formatFigure, formatSignedFigure } from '#web/money/formatFigure.ts'
import { entriesText } from '#web/money/why/lineText.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListRow, type ListRowProps, List } from '#web/ui/lists/List.tsx'
import { Money } from '#web/ui/Money.tsx'

interface WhyGroupListProps {
  group: WhyGroup
  title: string
  /** Without it the heading is for screen readers only: its sum is that of the whole explanation. */
  hasHead: boolean
  currency: CurrencyCode
  /** Lines that are not folded. */
  shownCount: number
  rowOf: (line: WhyLine) => Pick<ListRowProps, 'title' | 'detail' | 'onPress' | 'href' | 'more'>
}

/** Folded lines rendered at first and added each time. */
const PAGE_SIZE = 100

export function WhyGroupList({ group, title, hasHead, currency, shownCount, rowOf }: WhyGroupListProps) {
  const heading = useId()
  const [isOpen, setOpen] = useState(false)
  const [unfoldedCount, setUnfoldedCount] = useState(PAGE_SIZE)
  const { kind, lines, sum } = group
  const folded = lines.slice(shownCount)
  const row = (line: WhyLine) => (
    <ListRow
      key={`${line.kind} ${idOfLine(line)}`}
      compact
      {...rowOf(line)}
      // The heading's sign is that of its lines, except of payments.
      trailing={
        <Money
          text={
            kind === 'payment'
              ? formatSignedFigure(line.amount, currency)
              : formatFigure(line.amount, currency)
          }
          className="font-medium"
        />
      }
    />
  )
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={hasHead ? 'mx-px flex items-baseline gap-2 px-3.5 pb-2' : 'sr-only'}>
        <span className="font-semibold">{title}</span>
        {hasHead && (
          <>
            <span className="text-secondary text-muted">{entriesText(lines.length)}</span>
            {/* Above the figures of the rows, which have a chevron beside them. */}
            <span data-subtotal className="ms-auto pe-7">
              <Money
                text={formatSignedFigure(sum, currency)}
                className={classes('font-semibold', sum < 0 ? 'text-danger' : 'text-success')}
              />
            </span>
          </>
        )}
      </h3>
      <List label={title}>
        {lines.slice(0, shownCount).map(row)}
        {folded.length > 0 && (
          <FoldRow
            count={folded.length}
            amount={
              kind === 'payment'
                ? formatSignedFigure(sumOfAmounts(folded), currency)
                : formatFigure(sumOfAmounts(folded), currency)
            }
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
        )}
        {isOpen && folded.slice(0, unfoldedCount).map(row)}
      </List>
      {isOpen && folded.length > unfoldedCount && (
        <Button
          variant="quiet"
          className="mt-2 w-full"
          onClick={() => setUnfoldedCount(unfoldedCount + PAGE_SIZE)}
        >{`Show more of ${lines.length}`}</Button>
      )}
    </section>
  )
}

interface FoldRowProps {
  count: number
  amount: string
  isOpen: boolean
  onToggle: () => void
}

/** Stays where it is when it opens: the lines follow below. */
function FoldRow({ count, amount, isOpen, onToggle }: FoldRowProps) {
  return (
    <li data-fold className={isOpen ? 'bg-surface-2' : ''}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-start focus-visible:-outline-offset-2"
      >
        <span className="flex-1 font-semibold text-primary">{`${count} more`}</span>
        <Money text={amount} className="font-medium" />
        <ChevronDown
          aria-hidden
          className={classes(
            '-me-1 size-5 shrink-0 text-muted transition-transform duration-fade',
            isOpen && 'rotate-180',
          )}
        />
      </button>
    </li>
  )
}

/** Of the record that the line is about. */
export const idOfLine = (line: WhyLine): string =>
  'expenseId' in line ? line.expenseId : 'paymentId' in line ? line.paymentId : line.contributionId

/** Together with the rows that stand for the folded ones. */
const ROWS_AT_MOST = 10

/**
 * Folds long groups of rows, so that all groups are on the first screen of a phone. How many rows of each group are
 * shown. Where it is not all of them, one more row stands for at least two others. The longest group folds first,
 * each to two rows at least.
 * @param sizes of the groups
 */
export function foldedCounts(sizes: readonly number[], most = ROWS_AT_MOST): number[] {
  const rows = [...sizes]
  let total = rows.reduce((sum, size) => sum + size, 0)
  for (; total > most; total -= 1) {
    const longest = Math.max(...rows)
    if (longest <= 2) break
    rows[rows.indexOf(longest)] = longest - 1
  }
  return sizes.map((size, index) => (rows[index] === size ? size : rows[index]! - 1))
}
