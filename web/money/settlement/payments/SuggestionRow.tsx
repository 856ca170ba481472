// A suggested payment: its explanation, and the button that marks it as paid and then undoes that.

import { useState } from 'react'
import type { RecordedPayment } from '#web/money/settlement/payments/paymentList.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { LazyRecordPayment } from '#web/money/settlement/payments/LazyRecordPayment.ts'
import { PaymentParties } from '#web/money/settlement/payments/PaymentParties.tsx'
import { isOwn, type Suggestion } from '#web/money/settlement/payments/suggestions.ts'
import { type SuggestionProps, useSuggestion } from '#web/money/settlement/payments/useSuggestion.ts'
import { type RowLink, useScrolledTo } from '#web/money/settlement/useRowLinks.ts'
import { sumOfAmounts } from '#core/kernel/money.ts'
import { whyPaymentText } from '#web/money/why/planTexts.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/lists/Disclosure.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { Money } from '#web/ui/Money.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import { OutcomeMessage, FocusOnMount } from '#web/ui/feedback/OutcomeMessage.tsx'

interface SuggestionRowProps extends SuggestionProps {
  settlement: NamedSettlement
  link: RowLink
}

export function SuggestionRow(props: SuggestionRowProps) {
  const { suggestion, settlement, trip, link } = props
  const myId = useMyId()
  const { from, to, amount, description } = suggestion.row
  const { paid, held, hasButton, isBusy, isUndoing, ...rest } = useSuggestion(props)
  const { repeated, isDismissed, isGone, record, undo, dismiss } = rest
  const [isAsking, setAsking] = useState(false)
  const [isPayingPart, setPayingPart] = useState(false)
  const element = useScrolledTo(link.request)
  const isMine = isOwn(suggestion.row, myId)
  const text = formatMinor(amount, trip.currency)

  if (isGone) return null
  return (
    <li
      ref={element}
      data-pointed={link.isPointed || undefined}
      className={classes(
        'px-4 pt-3 pb-1.5 transition-colors duration-press first:rounded-t-[inherit] last:rounded-b-[inherit]',
        paid ? 'bg-success-soft' : 'data-pointed:bg-surface-2',
      )}
      {...link.props}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <PaymentParties from={from} to={to} />
        <Money text={text} className="ms-auto font-semibold" />
      </div>
      {suggestion.isLive && <PaidSoFar row={suggestion.row} recorded={props.recorded} trip={trip} />}
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
          request={link.request}
          instead={paid ? <PaidText payment={paid} amount={text} /> : isDismissed && <DismissedText />}
          beside={
            <>
              {held && (
                <FocusOnMount isEnabled={suggestion.retained !== undefined}>
                  <RecordMarks commands={[held]} label={paid || isUndoing ? undefined : 'paid'} />
                </FocusOnMount>
              )}
              {hasButton && (paid || suggestion.isLive || isBusy) && (
                <span className="flex shrink-0">
                  {isMine && (
                    <Button
                      variant="quiet"
                      size="sm"
                      // Keeps its room, so that nothing moves.
                      className={paid || isBusy ? 'invisible' : ''}
                      aria-label={`Pay part: ${description} ${text}`}
                      {...LazyRecordPayment.prefetchProps}
                      onClick={() => setPayingPart(true)}
                    >
                      Pay part
                    </Button>
                  )}
                  <MarkButton
                    suggestion={suggestion.row}
                    paid={paid}
                    amount={text}
                    isBusy={isBusy}
                    isUndoing={isUndoing}
                    onPress={() => (paid ? undo(paid) : isMine ? record() : setAsking(true))}
                  />
                </span>
              )}
            </>
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
      {isMine && (
        <LazyRecordPayment
          open={isPayingPart}
          onClose={() => setPayingPart(false)}
          {...{ trip, settlement }}
          leg={suggestion.row}
        />
      )}
      {!isMine && (
        <LazyConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            record()
          }}
          title="Mark it as paid for them?"
          submitText="Mark as paid"
          tone="primary"
        >
          <bdi>{description}</bdi>
          <span>{` ${text}. It is not your own payment, so record it only if you know that it was made.`}</span>
        </LazyConfirmDialog>
      )}
    </li>
  )
}

/** How much of a suggested payment was paid in parts. */
function PaidSoFar({
  row: { from, to, amount },
  recorded,
  trip: { currency },
}: Pick<SuggestionProps, 'recorded' | 'trip'> & { row: Suggestion }) {
  const parts = recorded.filter((payment) => payment.from.id === from.id && payment.to.id === to.id)
  if (parts.length === 0) return null
  const paid = sumOfAmounts(parts)
  return (
    <div className="my-1 grid gap-1.5">
      <p className="text-secondary text-muted tabular-nums">
        {`${formatMinor(paid, currency)} of ${formatMinor(paid + amount, currency)} paid`}
      </p>
      <PartsBar
        parts={[
          { label: 'paid', amount: paid, color: 'var(--success)' },
          { label: 'left', amount, color: 'var(--danger)', isHatched: true },
        ]}
      />
    </div>
  )
}

interface MarkButtonProps {
  suggestion: Suggestion
  paid: RecordedPayment | undefined
  /** Formatted. */
  amount: string
  isBusy: boolean
  isUndoing: boolean
  onPress: () => void
}

/** Marks a payment as paid, and undoes that: the same button, so that the focus stays on it. */
function MarkButton({ suggestion, paid, amount, isBusy, isUndoing, onPress }: MarkButtonProps) {
  const myId = useMyId()
  const { from, to, description } = suggestion
  const isMain = from.id === myId && !paid
  const isMine = isOwn(suggestion, myId)
  return (
    <span className={isMain ? '' : '-me-3'}>
      <Button
        variant={isMain ? 'secondary' : 'quiet'}
        size="sm"
        aria-label={
          paid ? `Undo: ${from.name} paid ${to.name} ${amount}` : `Mark as paid: ${description} ${amount}`
        }
        busy={isBusy}
        busyText={isUndoing ? 'Undoing...' : 'Recording...'}
        {...(!isMine && LazyConfirmDialog.prefetchProps)}
        onClick={onPress}
      >
        {paid ? 'Undo' : 'Mark as paid'}
      </Button>
    </span>
  )
}

function PaidText({ payment, amount }: { payment: RecordedPayment; amount: string }) {
  const myId = useMyId()
  const { from, to } = payment
  return (
    <OutcomeMessage isFilled>
      {from.id === myId ? (
        <span>Paid</span>
      ) : (
        <span>
          <bdi>{from.name}</bdi> paid
        </span>
      )}
      <span>{` ${amount} to `}</span>
      {to.id === myId ? <span>you</span> : <bdi>{to.name}</bdi>}
    </OutcomeMessage>
  )
}

function DismissedText() {
  return <FocusOnMount className="text-secondary text-muted">Not recorded again.</FocusOnMount>
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
    <FocusOnMount isEnabled={wasPressed} className="flex-wrap py-1.5">
      <ErrorLine className="font-medium">{text}</ErrorLine>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={onDismiss}>
          Leave it
        </Button>
        <Button variant="quiet" size="sm" onClick={onRecord}>
          Record a second one
        </Button>
      </span>
    </FocusOnMount>
  )
}
