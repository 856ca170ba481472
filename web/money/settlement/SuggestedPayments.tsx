// The payments that settle everything, one's own first. Marking one as paid leaves the others as they were.

import { ArrowRight } from 'lucide-react'
import type { NamedParty, Settlement, SuggestedPayment } from '#core/money/answers.ts'
import type { PaymentBody } from '#core/money/bodies.ts'
import { makePayment } from '#core/money/contract.ts'
import type { TripAnswer } from '#core/trips/answers.ts'
import { markAsPaid } from '#web/money/settlement/paymentCommands.ts'
import { mineFirst } from '#web/money/settlement/standing.ts'
import { whyPaymentText } from '#web/money/why/whyPaymentText.ts'
import { formatMoney } from '#web/platform/format.ts'
import type { Pending } from '#web/platform/outbox/pending.ts'
import { usePending } from '#web/platform/usePending.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SettledPicture } from '#web/ui/pictures/SettledPicture.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Unsent } from '#web/ui/Unsent.tsx'

interface SuggestedPaymentsProps {
  trip: TripAnswer
  settlement: Settlement
  me: string
}

export function SuggestedPayments({ trip, settlement, me }: SuggestedPaymentsProps) {
  const { payments, isFewest } = settlement
  const pending = usePending(trip.id, makePayment)
  return (
    <section>
      <SectionTitle level={3} count={payments.length}>
        Suggested Payments
      </SectionTitle>
      {payments.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState picture={<SettledPicture />} title="Nobody has to pay anything." />
        </div>
      ) : (
        <List label="Suggested payments">
          {mineFirst(payments, me).map((payment) => (
            <PaymentRow
              key={`${payment.from.id} ${payment.to.id}`}
              payment={payment}
              settlement={settlement}
              trip={trip}
              me={me}
              item={pending.find((one) => isOf(one, payment)) ?? null}
            />
          ))}
        </List>
      )}
      {payments.length > 0 && (
        <p className="mt-2 text-secondary text-muted">
          {isFewest
            ? 'No plan needs fewer payments.'
            : 'Fewest found: there may be a plan with fewer payments, but nobody pays more than they owe.'}
        </p>
      )}
    </section>
  )
}

const isOf = ({ body }: Pending, { from, to }: SuggestedPayment): boolean => {
  const sent = body as PaymentBody
  return sent.from.id === from.id && sent.to.id === to.id
}

interface PaymentRowProps {
  payment: SuggestedPayment
  settlement: Settlement
  trip: TripAnswer
  me: string
  /** On its way for it. */
  item: Pending | null
}

function PaymentRow({ payment, settlement, trip, me, item }: PaymentRowProps) {
  const { from, to, amount, description } = payment
  const text = formatMoney(amount, trip.currency)
  return (
    <li className="px-4 pt-3 pb-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Ends from={from} to={to} me={me} />
        <Money text={text} className="ms-auto font-semibold" />
      </div>
      <Disclosure
        question="Why this payment?"
        about={description}
        beside={
          item ? (
            <Unsent item={item} what="paid" />
          ) : (
            <span className={from.id === me ? '' : '-me-3'}>
              <Button
                variant={from.id === me ? 'secondary' : 'quiet'}
                size="sm"
                aria-label={`Mark as paid: ${description} ${text}`}
                onClick={() => void markAsPaid(trip, payment)}
              >
                Mark as paid
              </Button>
            </span>
          )
        }
      >
        {whyPaymentText(payment, settlement, trip).map((sentence) => (
          // An English sentence, also where a name in another script begins it.
          <p key={sentence} dir="ltr" className="wrap-anywhere">
            {sentence}
          </p>
        ))}
      </Disclosure>
    </li>
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
