// Records a payment of any amount between any two people, or with the pool: one that the plan does not have, or a part of one
// that it has.

import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { PaymentEntry } from '#core/money/bodies.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedLeg, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseRecords, paymentRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { minorText } from '#web/money/decimalText.ts'
import { AmountFields } from '#web/money/AmountFields.tsx'
import type { EnteredAmount } from '#web/money/enteredAmount.ts'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { paymentCommand } from '#web/money/settlement/payments/paymentCommands.ts'
import {
  paidAmount,
  plannedBetween,
  partiesOf,
  paymentResolver,
  paymentResult,
  type PaymentValues,
} from '#web/money/settlement/payments/paymentForm.ts'
import { LOOKS_REPEATED } from '#web/money/settlement/payments/suggestions.ts'
import { dayTitle } from '#web/platform/time/dayTitle.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { Refused } from '#web/platform/http/http.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'
import { classes } from '#web/ui/classes.ts'
import { DateChip } from '#web/ui/fields/DateField.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { failures } from '#web/records/failures.ts'
import { dispatchFromForm } from '#web/records/toastOutcome.ts'

interface RecordPaymentDialogProps extends DialogState {
  trip: TripResponse
  settlement: NamedSettlement
  /** The payment of the plan of which a part is paid; null for another payment. */
  leg: NamedLeg | null
}

const texts = { done: 'Payment recorded', failed: failures.payment.add }

/** Only those in another currency, which are few: a list that changes renders the form again. */
const withRates = (documents: ExistingTrip<'expenses' | 'payments'>) =>
  [...expenseRecords(documents), ...paymentRecords(documents)].filter(({ original }) => original)

export function RecordPaymentDialog({ trip, settlement, leg, ...state }: RecordPaymentDialogProps) {
  const myId = useMyId()
  const { currency } = trip
  const parties = partiesOf(settlement, myId)
  const [today] = useState(deviceToday)
  /** The payment that looks like one recorded before: the next press records it. */
  const [asked, setAsked] = useState('')
  const { form, dialog, field } = useCommandForm<PaymentValues, PaymentEntry>({
    ...state,
    draftName: `payment ${trip.id}${leg ? ` ${leg.from.id} ${leg.to.id}` : ''}`,
    resolver: paymentResolver(currency, parties),
    initialValues: () => ({
      ...{ amount: '', otherCurrency: '', exchangeRate: '' },
      from: leg?.from.id ?? myId,
      to: leg?.to.id ?? parties.find(({ id }) => id !== myId)!.id,
      note: '',
      date: today,
    }),
    failed: texts.failed,
    onOpen: () => setAsked(''),
    async submit(entry, close) {
      const payment = JSON.stringify(entry)
      const { from, to, amount, note, date = today, currency: paidIn = currency, exchangeRate } = entry
      const paid = { amount, currency: paidIn, ...(exchangeRate && { exchangeRate }) }
      const body = { from, to, ...paid, note, date, confirm: asked === payment }
      try {
        await dispatchFromForm(paymentCommand(trip, body), texts, close)
      } catch (error) {
        if (error instanceof Refused && error.code === LOOKS_REPEATED) setAsked(payment)
        throw error
      }
    },
  })
  const values = form.watch()
  const amount = paidAmount(values, currency)
  const rated = useTripResponse(trip.id, withRates).data ?? []
  const planned = plannedBetween(settlement, values)
  const options = parties.map(({ id, name }) => ({ value: id, label: id === myId ? 'You' : name }))
  const { error: dateError, ...date } = field('date')
  const setField = (name: keyof EnteredAmount, value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const setAmount = (text: string) => {
    setField('otherCurrency', '')
    setField('amount', text)
  }
  const swap = () => {
    form.setValue('from', values.to, { shouldDirty: true })
    form.setValue('to', values.from, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FormDialog
      {...dialog}
      title="Record a payment"
      detail={trip.title}
      plain
      result={planned && amount !== null && <Result {...{ leg: planned, amount, currency, myId }} />}
      submitText={dialog.refusal !== undefined && asked !== '' ? 'Record a second one' : 'Record payment'}
      busyText="Recording..."
      refusalTitle={texts.failed}
    >
      <AmountFields
        noun="payment"
        max={moneyLimits.payment.max}
        entered={values}
        tripCurrency={currency}
        {...{ setField, field, rated }}
      />
      {planned && (
        <HowMuch
          leg={planned}
          currency={currency}
          amount={amount}
          onChoose={setAmount}
          onPart={() => form.setFocus('amount', { shouldSelect: true })}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-2">
        <SelectField label="From" options={options} {...field('from')} />
        <span className="mb-1">
          <IconButton label="Swap" icon={ArrowRight} onClick={swap} />
        </span>
        <SelectField label="To" options={options} {...field('to', { deps: 'from' })} />
      </div>
      <TextField label="Note (Optional)" hideLabel placeholder="What was it? (Optional)" {...field('note')} />
      <div>
        <DateChip label="Date" text={dayTitle(values.date || today, today)} {...date} />
      </div>
      <ErrorText text={dateError} />
    </FormDialog>
  )
}

interface HowMuchProps {
  leg: NamedLeg
  currency: CurrencyCode
  /** As typed; null for none. */
  amount: number | null
  onChoose: (text: string) => void
  onPart: () => void
}

/** All of the suggested payment, half of it, or the part that is typed. */
function HowMuch({ leg, currency, amount, onChoose, onPart }: HowMuchProps) {
  // Rounded up to the minor unit.
  const half = Math.ceil(leg.amount / 2)
  const choices = [
    { label: 'All', value: leg.amount },
    { label: 'Half', value: half },
  ]
  const isPart = amount !== null && !choices.some(({ value }) => value === amount)
  const chip = (isOn: boolean) =>
    classes(
      chipClasses,
      'touch-target',
      isOn && 'border-primary bg-primary-soft font-semibold text-primary inset-ring inset-ring-primary',
    )
  return (
    <div role="group" aria-label="How much" className="flex flex-wrap justify-center gap-2">
      {choices.map(({ label, value }) => (
        <button
          key={label}
          type="button"
          aria-pressed={amount === value}
          className={chip(amount === value)}
          onClick={() => onChoose(minorText(value, currency))}
        >
          <span>{label}</span> <span className="tabular-nums">{minorText(value, currency)}</span>
        </button>
      ))}
      <button type="button" aria-pressed={isPart} className={chip(isPart)} onClick={onPart}>
        A part
      </button>
    </div>
  )
}

interface ResultProps {
  leg: NamedLeg
  amount: number
  currency: CurrencyCode
  myId: string
}

/** What is left of the suggested payment. */
function Result({ leg, amount, currency, myId }: ResultProps) {
  const { text, left } = paymentResult(leg, amount, currency, myId)
  const color = leg.from.id === myId ? 'var(--danger)' : 'var(--sand)'
  return (
    <div className="grid gap-1.5">
      <PartsBar
        parts={[
          { label: 'paid', amount, color: 'var(--primary)' },
          { label: 'left', amount: left, color, isHatched: true },
        ]}
      />
      <output aria-live="polite" className="flex flex-wrap justify-between gap-x-4 text-secondary text-muted">
        <span className="min-w-0 wrap-anywhere">{text}</span>
        {left > 0 && (
          <Money
            text={formatMinor(left, currency)}
            className={classes('font-semibold', leg.from.id === myId ? 'text-danger' : 'text-text')}
          />
        )}
      </output>
    </div>
  )
}
