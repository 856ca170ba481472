// A suggested payment: its explanation, and the button that marks it as paid and then undoes that.

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
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { OutcomeMessage, TakesFocus } from '#web/ui/OutcomeMessage.tsx'
import type { RetainedRow } from '#web/ui/retainedRows.ts'
import { PendingNote } from '#web/ui/PendingNote.tsx'

const RecordForOthersDialog = lazyDialog<RecordForOthersDialogProps>(
  async () => (await import('#web/money/settlement/RecordForOthersDialog.tsx')).RecordForOthersDialog,
)

interface SuggestionRowProps {
  suggestion: RetainedRow<Suggestion>
  settlement: SettlementResponse
  made: readonly PaymentResponse[]
  trip: TripResponse
  me: string
  /** Keeps the row in place. */
  onRetain: (row: Suggestion) => void
}

export function SuggestionRow(props: SuggestionRowProps) {
  const { suggestion, settlement, trip, me } = props
  const { from, to, amount, description } = suggestion.row
  const { paid, pending, repeated, isDismissed, isBusy, isGone, record, undo, dismiss } = useSuggestion(props)
  const [isAsking, setAsking] = useState(false)
  const isMine = [from.id, to.id].includes(me)
  const text = formatMoney(amount, trip.currency)

  if (isGone) return null
  return (
    <li className="px-4 pt-3 pb-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Ends from={from} to={to} me={me} />
        <Money text={text} className="ms-auto font-semibold" />
      </div>
      {repeated ? (
        <LooksRepeated
          text={repeated.text}
          wasPressed={suggestion.retained !== undefined}
          onRecord={() => record(repeated)}
          onDismiss={dismiss}
        />
      ) : (
        <Disclosure
          question="Why this payment?"
          about={description}
          instead={
            paid ? <PaidText payment={paid} amount={text} me={me} /> : isDismissed && <DismissedText />
          }
          beside={
            pending ? (
              <TakesFocus when={suggestion.retained !== undefined}>
                <PendingNote item={pending} what={paid ? 'undo' : 'paid'} />
              </TakesFocus>
            ) : (
              (paid || suggestion.isLive || isBusy) && (
                <MarkButton
                  suggestion={suggestion.row}
                  paid={paid}
                  me={me}
                  amount={text}
                  isBusy={isBusy}
                  onPress={() => (paid ? undo(paid) : isMine ? record() : setAsking(true))}
                />
              )
            )
          }
        >
          {suggestion.isLive &&
            whyPaymentText(suggestion.row, settlement, trip).map((sentence) => (
              // An English sentence, even if it starts with a name in another script.
              <p key={sentence} dir="ltr" className="wrap-anywhere">
                {sentence}
              </p>
            ))}
        </Disclosure>
      )}
      {!isMine && (
        <RecordForOthersDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          description={description}
          amount={text}
          onRecord={() => {
            setAsking(false)
            record()
          }}
        />
      )}
    </li>
  )
}

interface MarkButtonProps {
  suggestion: Suggestion
  paid: PaymentResponse | undefined
  me: string
  /** Formatted. */
  amount: string
  isBusy: boolean
  onPress: () => void
}

/** Marks a payment as paid, and undoes that: the same button, so that the focus stays on it. */
function MarkButton({ suggestion, paid, me, amount, isBusy, onPress }: MarkButtonProps) {
  const { from, to, description } = suggestion
  const isMain = from.id === me && !paid
  const isMine = [from.id, to.id].includes(me)
  return (
    <span className={isMain ? '' : '-me-3'}>
      <Button
        variant={isMain ? 'secondary' : 'quiet'}
        size="sm"
        aria-label={
          paid ? `Undo: ${from.name} paid ${to.name} ${amount}` : `Mark as paid: ${description} ${amount}`
        }
        busy={isBusy}
        busyText={paid ? 'Undoing...' : 'Recording...'}
        {...(!isMine && {
          onPointerEnter: RecordForOthersDialog.prefetch,
          onFocus: RecordForOthersDialog.prefetch,
        })}
        onClick={onPress}
      >
        {paid ? 'Undo' : 'Mark as paid'}
      </Button>
    </span>
  )
}

/** The state of a suggestion and its actions. */
function useSuggestion({ suggestion, made, trip, me, onRetain: onHold }: SuggestionRowProps) {
  const { row, isLive } = suggestion
  const { isSubmitting, run } = useSubmit()
  const [refused, setRefused] = useState<Repeated | null>(null)
  const [isDismissed, setDismissed] = useState(false)
  const pendingPayment = usePendingCommands(trip.id, makePayment).find((pendingCommand) =>
    isPaymentOf(pendingCommand, row),
  )
  const pendingUndos = usePendingCommands(trip.id, undoPayment)
  const paid = paidIn(suggestion, made)
  const pendingCommand = paid
    ? pendingUndos.find(({ params }) => params['paymentId'] === paid.id)
    : pendingPayment
  const repeated = isSubmitting ? null : (refused ?? repeatedIn(pendingPayment))
  return {
    paid,
    /** Waiting for the network, or refused afterwards. */
    pending: pendingCommand?.state === 'sending' || isSubmitting ? undefined : pendingCommand,
    repeated,
    isDismissed,
    isBusy: pendingCommand !== undefined || isSubmitting,
    /** Undone by somebody else, or not recorded, and no longer suggested. */
    isGone: !isLive && !paid && !isSubmitting && !repeated && !isDismissed,
    /** @param again records it although it looks repeated, under the same key, so that a double press counts once */
    record(again?: Repeated) {
      const key = again?.key ?? newKey()
      onHold({ ...row, recorded: { key, id: newIdOf(makePayment, { tripId: trip.id }, me, key) } })
      setDismissed(false)
      run(async () => setRefused(await markAsPaid(trip, row, { key, confirm: again !== undefined })))
    },
    dismiss() {
      pendingPayment?.discard()
      setRefused(null)
      setDismissed(true)
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

function DismissedText() {
  return (
    <TakesFocus when className="text-secondary text-muted">
      Not recorded again.
    </TakesFocus>
  )
}

interface LooksRepeatedProps {
  text: string
  /** Pressed in this dialog; else refused after it had waited for the network. */
  wasPressed: boolean
  onRecord: () => void
  onDismiss: () => void
}

function LooksRepeated({ text, wasPressed, onRecord, onDismiss }: LooksRepeatedProps) {
  return (
    <TakesFocus when={wasPressed} className="flex-wrap py-1.5">
      <p role="alert" className="flex gap-1.5 text-secondary font-medium text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{text}</span>
      </p>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={onDismiss}>
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
