// Why a figure is what it is: the lines that add up to it, each of which opens its expense.

import { History } from 'lucide-react'
import { use, useState } from 'react'
import { getPool, listExpenses, listPayments } from '#core/money/contract.ts'
import type { NamedRef } from '#core/money/responses.ts'
import { toMajor, toMinor } from '#core/kernel/money.ts'
import type { WhyFigure, WhyLine } from '#core/money/why.ts'
import { sumOfLines, whyFigure } from '#core/money/why.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { paths } from '#web/app/paths.ts'
import { LateExpenseDetails } from '#web/money/expenses/LateExpenseDetails.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useOpened } from '#web/money/expenses/useOpened.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { figureNames, lineText } from '#web/money/why/lineText.ts'
import { standingIn } from '#web/money/why/standing.ts'
import { useQuery } from '#web/platform/queries.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { Anchor, Navigation } from '#web/ui/Anchor.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export interface WhyDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
  person: NamedRef
  figure: WhyFigure
}

const MOST = 100

export function WhyDialog({ open, onClose, trip, person, figure }: WhyDialogProps) {
  const { id: tripId, currency } = trip
  const params = open ? { tripId } : null
  const expenses = useQuery(listExpenses, params)
  const pool = useQuery(getPool, params)
  const payments = useQuery(listPayments, params)
  const documents = [expenses, pool, payments]
  useReloadOnOpen(open, expenses)
  useReloadOnOpen(open, pool)
  useReloadOnOpen(open, payments)
  const { rows, me } = useExpenses(trip)
  const opened = useOpened<ShownExpense>()
  const [most, setMost] = useState(MOST)
  // The demo is a document of its own, and has no history to lead to.
  const isInApp = use(Navigation) !== undefined

  const standing =
    expenses.data && pool.data && payments.data
      ? standingIn(
          {
            expenses: expenses.data.expenses,
            transactions: pool.data.transactions,
            payments: payments.data.payments,
          },
          currency,
        )
      : null
  const lines = standing ? whyFigure(figure, person.id, standing) : []
  const isMe = person.id === me
  const money = (minor: number) => formatSignedMoney(toMajor(minor, currency), currency)
  const textOf = (line: WhyLine): [string, string] => {
    const of =
      'expenseId' in line ? expenses.data?.expenses.find(({ id }) => id === line.expenseId) : undefined
    const deposit =
      'contributionId' in line
        ? pool.data?.transactions.find(({ id }) => id === line.contributionId)
        : undefined
    const made =
      'paymentId' in line ? payments.data?.payments.find(({ id }) => id === line.paymentId) : undefined
    return lineText(line, {
      description: of?.description ?? deposit?.description ?? '',
      other: (line.kind === 'received' ? made?.from.name : made?.to.name) ?? '',
      whole: toMinor(of?.amount ?? 0, currency) ?? 0,
      who: isMe ? 'you' : person.name,
      currency,
    })
  }
  const press = (line: WhyLine) => {
    const row = 'expenseId' in line && rows.find(({ expense }) => expense.id === line.expenseId)
    return row ? { onPress: () => opened.open(row), more: true } : { more: 'room' as const }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${figureNames[figure]}: ${isMe ? 'you' : person.name}`}
      cards
    >
      {standing ? (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-title font-semibold">
            <span>
              {lines.length === 1 ? 'This one line is it' : `These ${lines.length} lines add up to`}
            </span>
            <span data-sum>
              <Money text={money(sumOfLines(lines))} />
            </span>
          </p>
          {lines.length === 0 ? (
            <EmptyState picture={<ReceiptPicture />} title="Nothing has moved this figure yet." />
          ) : (
            <List label="What it is made of">
              {lines.slice(0, most).map((line) => {
                const [title, detail] = textOf(line)
                return (
                  <ListRow
                    key={`${line.kind} ${idOf(line)}`}
                    title={title}
                    note={<span className="block text-secondary text-muted">{detail}</span>}
                    level
                    trailing={<Money text={money(line.amount)} className="font-semibold" />}
                    actions={
                      isInApp ? (
                        <Anchor
                          href={paths.historyAbout(tripId, idOf(line))}
                          aria-label={`History of ${title}`}
                          title={`History of ${title}`}
                          className="inline-flex size-11 items-center justify-center rounded-full text-muted transition-colors duration-press hover:bg-surface-2"
                        >
                          <History aria-hidden className="size-5" />
                        </Anchor>
                      ) : undefined
                    }
                    {...press(line)}
                  />
                )
              })}
            </List>
          )}
          {lines.length > most && (
            <Button variant="quiet" onClick={() => setMost(most + MOST)}>
              Show more of {lines.length}
            </Button>
          )}
        </div>
      ) : documents.some(({ error, isLoading }) => error && !isLoading) ? (
        <ErrorState
          message="Failed to load what this is made of"
          onRetry={() => documents.forEach((one) => void one.reload())}
        />
      ) : (
        <SkeletonList rows={4} label="Adding up" />
      )}
      {opened.thing && (
        <LateExpenseDetails open={opened.isOpen} onClose={opened.close} trip={trip} seen={opened.thing} />
      )}
    </Dialog>
  )
}

const idOf = (line: WhyLine): string =>
  'expenseId' in line ? line.expenseId : 'paymentId' in line ? line.paymentId : line.contributionId
