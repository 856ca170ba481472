// Explains a figure by the lines that add up to it.

import { History } from 'lucide-react'
import { use, useState } from 'react'
import type { NamedRef } from '#core/money/responses.ts'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { type WhyFigure, type WhyLine, sumOfLines, whyFigure } from '#core/money/why.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { expenseRecords, paymentsResponse } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { paths } from '#web/platform/paths.ts'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useOpened } from '#web/ui/useOpened.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { lineText, whyTitle } from '#web/money/why/lineText.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { Anchor, Navigation } from '#web/ui/Anchor.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow, type ListRowProps } from '#web/ui/ListRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

interface WhyDialogProps extends DialogState {
  trip: TripResponse
  person: NamedRef
  figure: WhyFigure
}

/** Lines rendered at first and added each time. */
const PAGE = 100

export function WhyDialog({ open, onClose, trip, person, figure }: WhyDialogProps) {
  const { currency } = trip
  const { query, why, textOf } = useWhy(open, trip, person, figure)
  const { rows, myId } = useExpenses(trip)
  const opened = useOpened<ShownExpense>()
  const [shownCount, setShownCount] = useState(PAGE)
  const isMe = person.id === myId
  const press = (line: WhyLine) => {
    const row = 'expenseId' in line && rows.find(({ expense }) => expense.id === line.expenseId)
    return row ? { onPress: () => opened.open(row), more: true } : { more: 'room' as const }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={whyTitle(figure, isMe ? 'you' : person.name, why && sumOfLines(why), currency)}
      cards
    >
      {why ? (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-title font-semibold">
            <span>{why.length === 1 ? 'From one entry' : `Adds up from ${why.length} entries`}</span>
            <span data-sum>
              <Money text={signed(sumOfLines(why), currency)} />
            </span>
          </p>
          {why.length === 0 ? (
            <EmptyState picture={<ReceiptPicture />} title="Nothing has moved this figure yet." />
          ) : (
            <Lines
              lines={why.slice(0, shownCount)}
              trip={trip}
              textOf={(line) => textOf(line, isMe ? 'you' : person.name)}
              press={press}
            />
          )}
          {why.length > shownCount && (
            <Button variant="quiet" onClick={() => setShownCount(shownCount + PAGE)}>
              Show more of {why.length}
            </Button>
          )}
        </div>
      ) : (
        <Loaded
          query={query}
          failed="Failed to load what this is made of"
          skeleton={<SkeletonList rows={4} label="Adding up" />}
        />
      )}
      {opened.record && (
        <LazyExpenseDetails open={opened.isOpen} onClose={opened.close} trip={trip} opened={opened.record} />
      )}
    </Dialog>
  )
}

interface LinesProps {
  lines: readonly WhyLine[]
  trip: TripResponse
  textOf: (line: WhyLine) => [title: string, detail: string]
  press: (line: WhyLine) => Pick<ListRowProps, 'onPress' | 'more'>
}

/** Each line opens its expense and links to its history. */
function Lines({ lines, trip, textOf, press }: LinesProps) {
  // The demo is a document of its own, and has no history to link to.
  const isInApp = use(Navigation) !== undefined
  return (
    <List label="What it is made of">
      {lines.map((line) => {
        const [title, detail] = textOf(line)
        return (
          <ListRow
            key={`${line.kind} ${idOf(line)}`}
            title={title}
            note={<span className="block text-secondary text-muted">{detail}</span>}
            level
            trailing={<Money text={signed(line.amount, trip.currency)} className="font-semibold" />}
            actions={
              isInApp ? (
                <Anchor
                  href={paths.historyAbout(trip.id, idOf(line))}
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
  )
}

/** Newest first. */
const buildRecords = (documents: ExistingTrip) => ({
  expenses: expenseRecords(documents),
  contributions: flattenChunks(documents.contributions).reverse(),
  payments: flattenChunks(documents.payments).reverse(),
  paymentResponses: paymentsResponse(documents),
})

/** The lines that add up to a figure; null until the records are loaded. */
function useWhy(open: boolean, { id: tripId, currency }: TripResponse, person: NamedRef, figure: WhyFigure) {
  const { data: records, ...query } = useTripResponse(open ? tripId : null, buildRecords)
  const textOf = (line: WhyLine, personName: string): [title: string, detail: string] => {
    const isOf = ({ id }: { id: string }) => id === idOf(line)
    const expense = records?.expenses.find(isOf)
    const contribution = records?.contributions.find(isOf)
    const payment = records?.paymentResponses.find(isOf)
    return lineText(line, {
      description: expense?.description ?? contribution?.description ?? '',
      other: (line.kind === 'received' ? payment?.from.name : payment?.to.name) ?? '',
      total: expense?.amount ?? 0,
      personName,
      currency,
    })
  }
  return {
    query: { ...query, data: null },
    why: records && whyFigure(figure, person.id, records),
    textOf,
  }
}

const idOf = (line: WhyLine): string =>
  'expenseId' in line ? line.expenseId : 'paymentId' in line ? line.paymentId : line.contributionId

const signed = (minor: number, currency: CurrencyCode) =>
  formatSignedMoney(toMajor(minor, currency), currency)
