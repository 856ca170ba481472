// Makes a photo of a trip's chat a receipt: of the expense that it is likely of, or of another one. Nothing is uploaded again.

import { Check, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { fileLimits } from '#core/kernel/files.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { byLikelihood, guessExpense } from '#core/money/receiptGuess.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { tripResponse } from '#projections/replica/tripResponses.ts'
import { addReceipt } from '#web/money/expenses/expenseCommands.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { ExpenseRow } from '#web/money/expenses/list/ExpenseRow.tsx'
import { PayerName } from '#web/money/expenses/PayerName.tsx'
import { type Expenses, useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import type { ChatPhoto } from '#web/records/files/photoActions.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { WithinPane } from '#web/ui/dialogs/Pane.tsx'
import { List } from '#web/ui/lists/List.tsx'

export function ReceiptBar({ tripId, ...photo }: ChatPhoto) {
  const { data: trip } = useTripResponse(tripId, tripResponse)
  return <div className="min-h-15">{trip && <OfTrip key={photo.file.hash} {...photo} trip={trip} />}</div>
}

type Photo = Omit<ChatPhoto, 'tripId'> & { trip: TripResponse }

function OfTrip({ trip, ...photo }: Photo) {
  const expenses = useExpenses(trip)
  const { file } = photo
  const present = expenses.rows.filter(({ isAbsent }) => !isAbsent)
  const used = present.find(({ record }) => record.receipts?.some(({ hash }) => hash === file.hash))
  const open = present.filter(({ record }) => (record.receipts?.length ?? 0) < fileLimits.ofRecord)
  if (!expenses.isLoaded || (!used && open.length === 0)) return null
  if (!used) return <Offer {...photo} trip={trip} expenses={{ ...expenses, rows: open }} />
  return (
    <p role="status" className={`${bar} font-medium`}>
      <Check aria-hidden className="size-5 shrink-0 text-primary" />
      <span className="min-w-0 truncate">
        Receipt of <bdi>{used.record.description}</bdi>
      </span>
    </p>
  )
}

const bar = 'flex min-h-15 items-center gap-3 rounded-card bg-[#1a2426] px-3 py-2.5'

/** More are not looked through. */
const MOST = 100

function Offer({ trip, file, at, sentBy, expenses }: Photo & { expenses: Expenses }) {
  const { rows, named, myId } = expenses
  const photo = { at, day: calendarDateOf(new Date(at)), sentBy }
  const records = rows.map(({ record }) => record)
  // What is offered does not change under the finger.
  const [chosenId, choose] = useState(() => guessExpense(records, photo)?.id ?? null)
  const [isChoosing, setChoosing] = useState(false)
  const chosen = rows.find(({ record }) => record.id === chosenId)
  const byId = new Map(rows.map((row) => [row.record.id, row]))
  const close = () => setChoosing(false)
  const pick = ({ record }: ShownExpense) => {
    choose(record.id)
    close()
  }
  return (
    <div className={bar}>
      <button
        type="button"
        onClick={() => setChoosing(true)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control text-start"
      >
        <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-primary-soft text-primary">
          <ReceiptText aria-hidden className="size-5" />
        </span>
        <span className="min-w-0">
          <span className="block truncate leading-5 font-semibold">
            <bdi>{chosen?.record.description ?? 'Receipt?'}</bdi>
          </span>
          <span className="block truncate text-secondary text-[#a9b7b5]">
            {chosen ? (
              <>
                <span>{`${amountText(chosen)} · `}</span>
                <PayerName expense={chosen.record} named={named} myId={myId} />
                <span className="sr-only">. Choose another expense</span>
              </>
            ) : (
              'Choose an expense'
            )}
          </span>
        </span>
      </button>
      {chosen && (
        <Button
          size="sm"
          aria-label={`Use as receipt of ${chosen.record.description}`}
          onClick={() => addReceipt(trip.id, chosen, file)}
        >
          Use as receipt
        </Button>
      )}
      {/* Above the photo also where the chat is in a pane. */}
      <WithinPane value={false}>
        <Dialog open={isChoosing} onClose={close} title="Receipt of which expense?" detail={trip.title}>
          <List>
            {byLikelihood(records, photo)
              .slice(0, MOST)
              .map(({ id }) => (
                <ExpenseRow key={id} row={byId.get(id)!} named={named} myId={myId} onOpen={pick} />
              ))}
          </List>
        </Dialog>
      </WithinPane>
    </div>
  )
}

/** In the currency that is on the receipt. */
const amountText = ({ record }: ShownExpense): string =>
  record.original
    ? formatMinor(record.original.amount, record.original.currency)
    : formatMinor(signedAmount(record), record.currency)
