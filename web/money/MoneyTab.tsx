// The Money tab: my balance, the shared pool, and the dialogs of both.

import { useEffect } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedLeg, NamedParticipant, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { balanceParts } from '#web/money/balanceParts.ts'
import { PoolCard } from '#web/money/pool/PoolCard.tsx'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'
import { LazySettlement } from '#web/money/settlement/LazySettlement.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import {
  personalBalanceOf,
  NOTHING_TO_PAY,
  type StepRow,
  stepRows,
} from '#web/money/settlement/personalBalance.ts'
import { PersonalBalanceCard, stripClasses } from '#web/money/settlement/PersonalBalanceCard.tsx'
import { Why } from '#web/money/why/Why.tsx'
import { formatMinor, formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { requestDialog, useRequestedDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { Button, type ButtonProps } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'
import { WIDEST_PX, useWide } from '#web/ui/useWide.ts'
import {
  ownPaymentsSentence,
  planSentence,
  type SentencePart,
} from '#web/money/settlement/summarySentences.ts'
import { PartyFace } from '#web/money/settlement/PartyFace.tsx'
import { BalancePartsBar } from '#web/money/BalancePartsBar.tsx'
import { Money } from '#web/ui/Money.tsx'

const AddMoneyDialog = lazyDialog(
  async () => (await import('#web/money/pool/AddMoneyDialog.tsx')).AddMoneyDialog,
)
const PoolHistoryDialog = lazyDialog(
  async () => (await import('#web/money/pool/PoolHistoryDialog.tsx')).PoolHistoryDialog,
)
const dialogs = { addMoney: AddMoneyDialog, details: PoolHistoryDialog, settlement: LazySettlement }

export function MoneyTab({ trip }: { trip: TripResponse }) {
  const { openDialog, dialog } = useDialogs<keyof typeof dialogs>()
  useRequestedDialog('#money/settlement', () => openDialog('settlement'))
  useEffect(() => whenIdle(() => Object.values(dialogs).forEach((dialog) => dialog.prefetch())), [])
  const press = (which: keyof typeof dialogs) => ({
    onClick: () => openDialog(which),
    ...dialogs[which].prefetchProps,
  })
  // In the widest window the payments are below the summary, and pool and shares in a second column.
  const isWidest = useWide(WIDEST_PX)
  const settlement = dialog('settlement')
  const { data, error } = useTripResponse(trip.id, settlementIn.distributed)
  // Without a settlement there is no summary.
  const isFailed = data === null && error !== null
  return (
    <div className="grid content-start items-start gap-3 gutter py-4 md:gap-4 md:py-5 columns:grid-cols-[minmax(0,1fr)_340px] columns:grid-rows-[auto_1fr]">
      <div className="@container empty:hidden">
        <PersonalBalance
          trip={trip}
          isStrip={isWidest}
          settle={{ ...press('settlement'), ...(settlement.open && { variant: 'secondary' }) }}
        />
      </div>
      <div
        className={
          isFailed
            ? 'columns:col-span-2'
            : 'contents columns:col-start-2 columns:row-span-2 columns:row-start-1 columns:grid columns:gap-4'
        }
      >
        <PoolCard
          trip={trip}
          addMoney={press('addMoney')}
          details={press('details')}
          settlement={press('settlement')}
        />
        <BalanceBars trip={trip} />
        {isWidest && <Share trip={trip} />}
      </div>
      {/* The dialog shows the same payments. */}
      {isWidest && !settlement.open && <Payments trip={trip} />}
      <AddMoneyDialog trip={trip} {...dialog('addMoney')} />
      <PoolHistoryDialog trip={trip} {...dialog('details')} />
      <LazySettlement trip={trip} {...settlement} />
    </div>
  )
}

// In the chunk of the dialog, which has the same rows.
const loadPayments = async () => (await import('#web/money/settlement/SettlementDialog.tsx')).TripPayments

const Payments = (props: { trip: TripResponse }) => useIdlePart(loadPayments, props)

function Share({ trip }: { trip: TripResponse }) {
  const { data } = useTripResponse(trip.id, settlementIn.distributed)
  const myId = useMyId()
  const me = data?.participants.find(({ id }) => id === myId)
  const balance = data && personalBalanceOf(data, myId, trip.currency)
  if (!me || !balance || (me.fairShare === 0 && balance.status === 'settled')) return null
  return (
    <Card as="section" aria-label="Your share of the trip" className="[&>:first-child]:mt-0">
      <BalanceExplanation me={me} payments={[]} currency={trip.currency} />
      {balance.status !== 'settled' && (
        <p className="mt-3">
          <Why
            trip={trip}
            person={me}
            figure="netBalance"
            isLink
          >{`Why you ${balance.status === 'owes' ? 'owe' : 'are owed'} ${formatUnsignedMinor(balance.amount, trip.currency)}`}</Why>
        </p>
      )}
    </Card>
  )
}

interface PersonalBalanceProps {
  trip: TripResponse
  /** The summary in sentences; else the balance is explained with the bar of the share, which then stands nowhere else. */
  isStrip: boolean
  settle: ButtonProps
}

/** From the settlement, so that both show the same figures; the settlement's dialog shows its errors. */
function PersonalBalance({ trip, isStrip, settle }: PersonalBalanceProps) {
  const query = useTripResponse(trip.id, settlementIn.distributed)
  const myId = useMyId()
  const me = query.data?.participants.find(({ id }) => id === myId)
  const actionWidth = `mt-2 w-full ${isStrip ? 'wide:mt-0 wide:w-auto' : ''}`
  if (query.data)
    return (
      <PersonalBalanceCard
        settlement={query.data}
        trip={trip}
        summary={isStrip && <SettlementSummary settlement={query.data} currency={trip.currency} />}
        beside={
          !isStrip &&
          me && (
            <Why trip={trip} person={me} figure="netBalance" isLink>
              Why
            </Why>
          )
        }
        explanation={
          !isStrip &&
          me && <BalanceExplanation me={me} payments={query.data.payments} currency={trip.currency} />
        }
        action={
          <Button {...settle} className={actionWidth}>
            Settle up
          </Button>
        }
        firstAction={
          <Button variant="secondary" className={actionWidth} onClick={() => requestDialog('#expenses/add')}>
            Add the First Expense
          </Button>
        }
      />
    )
  if (query.error) return null
  return (
    <Card className={isStrip ? stripClasses : undefined}>
      <Loading label="Loading your balance">
        {/* As high as an explained balance, so that the buttons below stay where they are while money is open. */}
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-1 h-[37px] w-48" />
        {!isStrip && <Skeleton className="mt-2 h-6 w-40" />}
        {!isStrip && <Skeleton className="mt-3 h-[225px] w-full" />}
      </Loading>
    </Card>
  )
}

/**
 * The summary of the settlement on the Money tab in a wide window: the reader's payments and the plan, a sentence
 * each.
 */
function SettlementSummary({
  settlement,
  currency,
}: {
  settlement: NamedSettlement
  currency: CurrencyCode
}) {
  const parts = ownPaymentsSentence(settlement.payments, useMyId(), currency)
  const plan = planSentence(settlement)
  return (
    // English sentences, even if one starts with a name in another script.
    <div dir="ltr" className="mt-2 grid gap-0.5 text-muted wide:mt-0">
      <p>{parts.length === 0 ? NOTHING_TO_PAY : parts.map(toElement)}</p>
      {plan !== null && <p>{plan}</p>}
    </div>
  )
}

/** A long name ends in dots, because its row below has all of it. */
const toElement = ({ text, isName }: SentencePart, index: number) =>
  isName ? (
    <bdi key={index} className="inline-block max-w-48 truncate align-bottom font-semibold text-text">
      {text}
    </bdi>
  ) : (
    <span key={index}>{text}</span>
  )

interface BalanceExplanationProps {
  me: NamedParticipant
  payments: readonly NamedLeg[]
  currency: CurrencyCode
}

/** Where the signed-in person's balance comes from, and the payments that settle it. */
function BalanceExplanation({ me, payments, currency }: BalanceExplanationProps) {
  const parts = balanceParts(me)
  return (
    <div className="mt-3 grid gap-3">
      {parts && <BalancePartsBar {...parts} isMe currency={currency} />}
      <StepRows rows={stepRows(payments, me.id)} currency={currency} />
    </div>
  )
}

function StepRows({ rows, currency }: { rows: readonly StepRow[]; currency: CurrencyCode }) {
  if (rows.length === 0) return null
  return (
    <ul className="border-t border-line py-1">
      {rows.map(({ party, text, amount }) => (
        <li key={`${text} ${party.id}`} className="flex min-h-11 items-center gap-2.5 py-1">
          <PartyFace party={party} />
          <span className="line-clamp-2 min-w-0 flex-1">{text}</span>
          <Money text={formatMinor(amount, currency)} className="font-semibold" />
        </li>
      ))}
    </ul>
  )
}
