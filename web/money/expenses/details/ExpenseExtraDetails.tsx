// What the details of an expense say below its shares: the receipts, the notes, and who recorded it.

import { ExternalLink, History, Paperclip } from 'lucide-react'
import { use } from 'react'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { isWebLink } from '#core/kernel/webLink.ts'
import type { ExpenseRecord, PersonRef } from '#core/money/events.ts'
import type { FindName } from '#core/money/roster.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import { paths } from '#web/platform/page/paths.ts'
import { dayTitle } from '#web/platform/time/dayTitle.ts'
import { dotted } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { RecordFiles } from '#web/records/files/RecordFiles.tsx'
import { Anchor, Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Detail, DetailList } from '#web/ui/lists/DetailList.tsx'

interface ExpenseExtraDetailsProps {
  expense: ExpenseRecord
  tripId: string
  named: FindName
  myId: string
  /** false for one that was refused: it has no history. */
  isAdded: boolean
}

export function ExpenseExtraDetails(props: ExpenseExtraDetailsProps) {
  const { expense, tripId, isAdded } = props
  // The demo is a document of its own, and has no history to link to.
  const today = useToday()
  const isInApp = use(Navigation) !== undefined
  return (
    <Card className="py-3!">
      <DetailList details={extraDetailsOf({ ...props, today })} />
      {isAdded && isInApp && (
        <Anchor
          href={paths.historyAbout(tripId, expense.id)}
          aria-label={`History of ${expense.description}`}
          className="-mb-1 flex min-h-11 w-fit items-center gap-2 text-secondary font-semibold text-primary hover:underline"
        >
          <History aria-hidden className="size-4.5 shrink-0" />
          History
        </Anchor>
      )}
    </Card>
  )
}

function extraDetailsOf({
  expense,
  named,
  myId,
  today,
}: ExpenseExtraDetailsProps & { today: string }): Detail[] {
  const { recordedBy, createdAt, updatedAt, receiptUrl, payers, receipts = [] } = expense
  const nameOf = (person: PersonRef) => `${named(person).name}${person.id === myId ? ' (you)' : ''}`
  const details = expenseDetails(expense, nameOf)
  const detailOf = (wanted: (typeof details)[number]['field']) =>
    details.filter(({ field }) => field === wanted)
  const amount = formatMinor(signedAmount(expense), expense.currency)
  const paid = expenseDetails(expense, (person) => (person.id === myId ? 'you' : nameOf(person)))
    .filter(({ field }) => field === 'payers')
    .map(({ name, value }) => `${name.toLowerCase()} ${value}`)
  // 'HK$350.00 · Today, paid by bob'
  const caption = dotted([amount, [dayTitle(expense.expenseDate, today), ...paid].join(', ')])
  const inViewer = { id: expense.id, title: expense.description, caption }
  return [
    // One payer stands above the shares already.
    ...(payers !== 'pool' && payers.length > 1 ? detailOf('payers') : []),
    ...(receipts.length > 0
      ? [{ name: 'Receipts', value: <RecordFiles files={receipts} record={inViewer} />, isText: true }]
      : []),
    ...(receiptUrl !== null && isWebLink(receiptUrl)
      ? [{ name: 'Receipt', value: <Receipt url={receiptUrl} /> }]
      : []),
    ...detailOf('notes'),
    { name: 'Recorded by', value: nameOf({ type: 'user', id: recordedBy }) },
    { name: 'Recorded', value: <RelativeTime at={createdAt} /> },
    ...(updatedAt === createdAt ? [] : [{ name: 'Last changed', value: <RelativeTime at={updatedAt} /> }]),
  ]
}

const Receipt = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="touch-target inline-flex max-w-full items-center gap-1.5 font-semibold text-primary hover:underline"
  >
    <Paperclip aria-hidden className="size-4 shrink-0" />
    <span className="sr-only">Open the receipt (new tab)</span>
    <span className="min-w-0 break-all">{new URL(url).host}</span>
    <ExternalLink aria-hidden className="size-4 shrink-0 text-muted" />
  </a>
)
