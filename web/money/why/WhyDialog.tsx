// Explains a figure by the lines that add up to it: a balance as the bar of the Money tab and the same sum in groups.

import { use } from 'react'
import { sumOfAmounts, type CurrencyCode } from '#core/kernel/money.ts'
import type { NamedRef } from '#core/money/responses.ts'
import { CONTRIBUTION_TEXT, nameParty, namesOf } from '#core/money/roster.ts'
import { balanceParts } from '#web/money/balanceParts.ts'
import {
  balanceFiguresOf,
  type WhyFigure,
  whyFigure,
  type WhyGroup,
  whyGroups,
  type WhyLine,
} from '#web/money/why/why.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { contributionText } from '#web/money/pool/contributionForm.ts'
import { BalancePartsBar } from '#web/money/BalancePartsBar.tsx'
import { entriesText, groupTitle, lineText, whyTitle } from '#web/money/why/lineText.ts'
import { idOfLine, WhyGroupList, foldedCounts } from '#web/money/why/WhyGroupList.tsx'
import { formatMinor, formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { calendarDateOf, formatDayOfYear } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import type { ListRowProps } from '#web/ui/lists/List.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { useOpened } from '#web/ui/dialogs/useOpened.ts'

interface WhyDialogProps extends DialogState {
  trip: TripResponse
  person: NamedRef
  figure: WhyFigure
}

export function WhyDialog({ open, onClose, trip, person, figure }: WhyDialogProps) {
  const { currency } = trip
  const { rows, myId } = useExpenses(trip)
  const isMe = person.id === myId
  const { query, why, textOf } = useWhy(open, trip, person, { figure, isMe })
  const opened = useOpened<ShownExpense>()
  // The demo is a document of its own, and has no history to link to.
  const isInApp = use(Navigation) !== undefined

  /** An expense opens its details, any other record its history. */
  const press = (line: WhyLine): Pick<ListRowProps, 'onPress' | 'href' | 'more'> => {
    if (!('expenseId' in line))
      return isInApp ? { href: paths.historyAbout(trip.id, idOfLine(line)), more: true } : { more: 'room' }
    const row = rows.find(({ record }) => record.id === line.expenseId)
    return row ? { onPress: () => opened.open(row), more: true } : { more: 'room' }
  }
  const groups = why && whyGroups(why)
  const counts = groups && foldedCounts(groups.map(({ lines }) => lines.length))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={whyTitle(figure, isMe ? 'you' : person.name, why && sumOfAmounts(why), currency)}
      detail={trip.title}
      cards
    >
      {!groups || !counts ? (
        <Loaded
          query={query}
          failed="Failed to load what this is made of"
          skeleton={<SkeletonList rows={4} label="Adding up" />}
        />
      ) : groups.length === 0 ? (
        <EmptyState picture={<ReceiptPicture />} title="Nothing has moved this figure yet." />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <Summary {...{ groups, figure, isMe, currency }} />
          {groups.map((group, index) => (
            <WhyGroupList
              key={group.kind}
              group={group}
              title={groupTitle(group.kind, isMe)}
              hasHead={groups.length > 1}
              currency={currency}
              shownCount={counts[index]!}
              rowOf={(line) => {
                const [title, detail] = textOf(line)
                return { title, detail, ...press(line) }
              }}
            />
          ))}
        </div>
      )}
      {opened.record && (
        <LazyExpenseDetails open={opened.isOpen} onClose={opened.close} trip={trip} opened={opened.record} />
      )}
    </Dialog>
  )
}

interface SummaryProps {
  groups: readonly WhyGroup[]
  figure: WhyFigure
  isMe: boolean
  currency: CurrencyCode
}

function Summary({ groups, figure, isMe, currency }: SummaryProps) {
  const count = groups.reduce((lines, group) => lines + group.lines.length, 0)
  const sum = groups.reduce((total, group) => total + group.sum, 0)
  const parts = figure === 'netBalance' ? balanceParts(balanceFiguresOf(groups)) : null
  const press = count === 1 ? 'From one entry. Press it to open it.' : 'Press one to open it.'
  return (
    <Card className="grid gap-3">
      {parts && <BalancePartsBar {...parts} isMe={isMe} currency={currency} />}
      <p
        className={`flex flex-wrap items-baseline justify-between gap-x-4 text-secondary text-muted ${
          parts ? 'border-t border-line pt-2.5' : ''
        }`}
      >
        <span>{count === 1 ? press : `Adds up from ${entriesText(count)}. ${press}`}</span>
        {/* The bar shows what is open. */}
        {!(parts && sum !== 0) && (
          <span data-sum>
            <Money text={formatSignedMinor(sum, currency)} className="text-title font-semibold text-text" />
          </span>
        )}
      </p>
    </Card>
  )
}

/** Newest first. */
const buildRecords = (documents: ExistingTrip) => ({
  expenses: expenseRecords(documents),
  contributions: flattenChunks(documents.contributions).reverse(),
  payments: flattenChunks(documents.payments).reverse(),
  named: namesOf(documents.trip),
})

/** The lines that add up to a figure; null until the records are loaded. */
function useWhy(
  open: boolean,
  { id: tripId, currency }: TripResponse,
  person: NamedRef,
  { figure, isMe }: { figure: WhyFigure; isMe: boolean },
) {
  const { data: records, ...query } = useTripResponse(open ? tripId : null, buildRecords)
  const defaultTexts = [CONTRIBUTION_TEXT, contributionText('', person.name)]
  const textOf = (line: WhyLine): [title: string, detail: string] => {
    const isOf = ({ id }: { id: string }) => id === idOfLine(line)
    const expense = records?.expenses.find(isOf)
    const contribution = records?.contributions.find(isOf)
    const payment = records?.payments.find(isOf)
    const at = contribution?.createdAt ?? payment?.createdAt
    const text = expense?.description ?? contribution?.description ?? ''
    const { original } = expense ?? {}
    return lineText(line, {
      description: defaultTexts.includes(text) ? '' : text,
      other: records && 'other' in line ? nameParty(records.named, line.other).name : '',
      original: original ? formatMinor(original.amount, original.currency) : '',
      day: at === undefined ? '' : formatDayOfYear(calendarDateOf(new Date(at))),
      isMe,
      currency,
    })
  }
  return {
    query: { ...query, data: null },
    why: records && whyFigure(figure, person.id, records),
    textOf,
  }
}
