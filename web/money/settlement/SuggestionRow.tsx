// One suggested payment: why, and the button that says it was made. The row then says so itself and takes it back; it
// is the same button, so that the focus stays on it.

import { ArrowRight, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { newIdOf } from '#core/kernel/ids.ts'
import type { NamedParty, PaymentResponse, SettlementResponse } from '#core/money/responses.ts'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { markAsPaid, undoMadePayment } from '#web/money/settlement/paymentCommands.ts'
import type { RecordForOthersDialogProps } from '#web/money/settlement/RecordForOthersDialog.tsx'
import type { Repeated, Suggestion } from '#web/money/settlement/suggestions.ts'
import { isPaymentOf, paidIn, repeatedIn } from '#web/money/settlement/suggestions.ts'
import { whyPaymentText } from '#web/money/why/whyPaymentText.ts'
import { formatMoney } from '#web/platform/format.ts'
import { newKey } from '#web/platform/newKey.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { OutcomeMessage, TakesFocus } from '#web/ui/OutcomeMessage.tsx'
import type { StayingRow } from '#web/ui/stayingRows.ts'
import { UnsentNote } from '#web/ui/UnsentNote.tsx'

const RecordForOthersDialog = onDemand<RecordForOthersDialogProps>(
  async () => (await import('#web/money/settlement/RecordForOthersDialog.tsx')).RecordForOthersDialog,
)

interface SuggestionRowProps {
  suggestion: StayingRow<Suggestion>
  settlement: SettlementResponse
  made: readonly PaymentResponse[]
  trip: TripResponse
  me: string
  /** Keeps the row's place. */
  onHold: (row: Suggestion) => void
}

export function SuggestionRow(props: SuggestionRowProps) {
  const { suggestion, settlement, trip, me } = props
  const { from, to, amount, description } = suggestion.row
  const { paid, unsent, repeated, isLeft, isBusy, isOver, record, undo, leave } = useSuggestion(props)
  const [asks, setAsks] = useState(false)
  const isMine = [from.id, to.id].includes(me)
  const text = formatMoney(amount, trip.currency)
  const askFirst = isMine
    ? {}
    : { onPointerEnter: RecordForOthersDialog.prefetch, onFocus: RecordForOthersDialog.prefetch }

  if (isOver) return null
  return (
    <li className="px-4 pt-3 pb-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Ends from={from} to={to} me={me} />
        <Money text={text} className="ms-auto font-semibold" />
      </div>
      {repeated ? (
        <LooksRepeated
          text={repeated.text}
          wasPressed={suggestion.held !== undefined}
          onRecord={() => record(repeated)}
          onLeave={leave}
        />
      ) : (
        <Disclosure
          question="Why this payment?"
          about={description}
          instead={paid ? <PaidText payment={paid} amount={text} me={me} /> : isLeft && <LeftText />}
          beside={
            unsent ? (
              <TakesFocus when={suggestion.held !== undefined}>
                <UnsentNote item={unsent} what={paid ? 'undo' : 'paid'} />
              </TakesFocus>
            ) : (
              (paid || suggestion.isLive || isBusy) && (
                <span className={from.id === me && !paid ? '' : '-me-3'}>
                  <Button
                    variant={from.id === me && !paid ? 'secondary' : 'quiet'}
                    size="sm"
                    aria-label={
                      paid
                        ? `Undo: ${from.name} paid ${to.name} ${text}`
                        : `Mark as paid: ${description} ${text}`
                    }
                    busy={isBusy}
                    busyText={paid ? 'Undoing...' : 'Recording...'}
                    {...askFirst}
                    onClick={() => (paid ? undo(paid) : isMine ? record() : setAsks(true))}
                  >
                    {paid ? 'Undo' : 'Mark as paid'}
                  </Button>
                </span>
              )
            )
          }
        >
          {suggestion.isLive &&
            whyPaymentText(suggestion.row, settlement, trip).map((sentence) => (
              // An English sentence, also where a name in another script begins it.
              <p key={sentence} dir="ltr" className="wrap-anywhere">
                {sentence}
              </p>
            ))}
        </Disclosure>
      )}
      {!isMine && (
        <RecordForOthersDialog
          open={asks}
          onClose={() => setAsks(false)}
          description={description}
          amount={text}
          onRecord={() => {
            setAsks(false)
            record()
          }}
        />
      )}
    </li>
  )
}

/** What has become of a suggestion, and what can be done about it now. */
function useSuggestion({ suggestion, made, trip, me, onHold }: SuggestionRowProps) {
  const { row, isLive } = suggestion
  const { isSubmitting, run } = useSubmit()
  const [refused, setRefused] = useState<Repeated | null>(null)
  const [isLeft, setLeft] = useState(false)
  const marking = usePendingCommands(trip.id, makePayment).find((item) => isPaymentOf(item, row))
  const undos = usePendingCommands(trip.id, undoPayment)
  const paid = paidIn(suggestion, made)
  const item = paid ? undos.find(({ params }) => params['paymentId'] === paid.id) : marking
  const repeated = isSubmitting ? null : (refused ?? repeatedIn(marking))
  return {
    paid,
    /** Waits for the network, or was refused after it had. */
    unsent: item?.state === 'sending' || isSubmitting ? undefined : item,
    repeated,
    isLeft,
    isBusy: item !== undefined || isSubmitting,
    /** Undone by somebody else, or not recorded, and no longer suggested. */
    isOver: !isLive && !paid && !isSubmitting && !repeated && !isLeft,
    /** @param again recorded although it looks repeated: under the same key, so that a double tap counts once */
    record(again?: Repeated) {
      const key = again?.key ?? newKey()
      onHold({ ...row, recorded: { key, id: newIdOf(makePayment, { tripId: trip.id }, me, key) } })
      setLeft(false)
      run(async () => setRefused(await markAsPaid(trip, row, { key, confirm: again !== undefined })))
    },
    leave() {
      marking?.discard()
      setRefused(null)
      setLeft(true)
    },
    undo(payment: PaymentResponse) {
      onHold(row)
      void undoMadePayment(trip, payment.id)
    },
  }
}

function PaidText({
  payment: { from, to },
  amount,
  me,
}: {
  payment: PaymentResponse
  amount: string
  me: string
}) {
  return (
    <OutcomeMessage>
      {from.id === me ? (
        'Paid'
      ) : (
        <>
          <bdi>{from.name}</bdi> paid
        </>
      )}{' '}
      {amount} to {to.id === me ? 'you' : <bdi>{to.name}</bdi>}
    </OutcomeMessage>
  )
}

function LeftText() {
  return (
    <TakesFocus when className="text-secondary text-muted">
      Not recorded again.
    </TakesFocus>
  )
}

interface LooksRepeatedProps {
  text: string
  /** Here and now; else it was refused after it had waited for the network. */
  wasPressed: boolean
  onRecord: () => void
  onLeave: () => void
}

function LooksRepeated({ text, wasPressed, onRecord, onLeave }: LooksRepeatedProps) {
  return (
    <TakesFocus when={wasPressed} className="flex-wrap py-1.5">
      <p role="alert" className="flex gap-1.5 text-secondary font-medium text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{text}</span>
      </p>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={onLeave}>
          Leave it
        </Button>
        <Button variant="quiet" size="sm" onClick={onRecord}>
          Record it again anyway
        </Button>
      </span>
    </TakesFocus>
  )
}

/** 'bob → alice', read out as 'bob pays alice'. */
export function Ends({ from, to, me }: { from: NamedParty; to: NamedParty; me: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <PartyName party={from} me={me} />
      <span className="sr-only"> pays </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
      <PartyName party={to} me={me} />
    </span>
  )
}

function PartyName({ party, me }: { party: NamedParty; me: string }) {
  return (
    <span className="min-w-0 font-medium">
      <bdi>{party.name}</bdi>
      {party.id === me && <span className="font-normal text-muted"> (you)</span>}
    </span>
  )
}
