// Lists the transactions of the pool and their totals, and opens the dialog that removes one.

import type { ContributionRecord } from '#core/money/events.ts'
import { peopleOfContribution } from '#core/money/signedAmount.ts'
import { namesOf } from '#core/money/roster.ts'
import type { NamedRef } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { useOpened } from '#web/ui/dialogs/useOpened.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { TransactionRow } from '#web/money/pool/TransactionRow.tsx'
import { type ShownPool, usePool } from '#web/money/pool/usePool.ts'
import { formatMinor, formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { JarPicture } from '#web/ui/pictures/JarPicture.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { submitRemoval } from '#web/money/pool/contributionCommands.ts'
import { failures } from '#web/records/failures.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { CAN_BE_RESTORED, whyMoneyCannotBeRestored } from '#web/platform/replica/restoreRemoved.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

export function PoolHistoryDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const { pool, query } = usePool(trip)
  const removal = useOpened<ContributionRecord>()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pool Transaction History"
      detail={trip.title}
      size="lg"
      cards
    >
      {!pool ? (
        <Loaded
          query={query}
          failed="Failed to load transaction history"
          skeleton={<SkeletonList rows={5} label="Loading transactions" />}
          retriesInPlace
        />
      ) : (
        // On a wide cover, an amount stays near what it was for.
        <div className="mx-auto grid w-full max-w-[920px] gap-4">
          {pool.rows.length === 0 ? (
            <EmptyState
              picture={<JarPicture />}
              title="No Transactions Yet"
              detail="Contributions and expenses paid from the pool will show up here."
            />
          ) : (
            <List label="Transactions">
              {pool.rows.map((row) => (
                <TransactionRow key={row.record.id} row={row} trip={pool.trip} onRemove={removal.open} />
              ))}
            </List>
          )}
          <section>
            <SectionTitle level={3}>Transaction Summary</SectionTitle>
            <Card>
              <DetailList details={toSummaryDetails(pool.totals, trip)} />
            </Card>
          </section>
        </div>
      )}
      {pool && removal.record && (
        <RemoveTransactionDialog
          trip={trip}
          contribution={removal.record}
          named={peopleOfContribution(removal.record).map(namesOf(pool.trip))}
          open={removal.isOpen}
          onClose={removal.close}
        />
      )}
    </Dialog>
  )
}

function toSummaryDetails(totals: ShownPool['totals'], { currency }: TripResponse) {
  const { contributions, expenses, settlementPayments, balance } = totals
  return [
    { name: 'Total contributions', value: formatMinor(contributions, currency) },
    { name: 'Total expenses', value: formatMinor(-expenses, currency) },
    ...(settlementPayments === 0
      ? []
      : [{ name: 'Settlement payments', value: formatSignedMinor(settlementPayments, currency) }]),
    { name: 'Current balance', isTotal: true, value: <PoolBalance balance={balance} currency={currency} /> },
  ]
}

interface RemoveTransactionDialogProps extends DialogState {
  trip: TripResponse
  contribution: ContributionRecord
  /** The contributor first. */
  named: readonly NamedRef[]
}

/** Asks before a contribution is removed, which changes everybody's balance. */
function RemoveTransactionDialog(props: RemoveTransactionDialogProps) {
  const { trip, contribution, named, ...state } = props
  const confirm = useConfirm({
    ...state,
    submit: () => submitRemoval(trip.id, contribution),
    failed: failures.contribution.remove,
  })
  const { people } = useTripPeople(trip.id)
  return (
    <ConfirmDialog {...confirm} title="Remove Transaction" submitText="Remove" busyText="Removing...">
      <span>{`The deposit of ${formatMinor(contribution.amount, trip.currency)}`}</span>
      <span>
        {' '}
        by <bdi>{named[0]!.name}</bdi>
      </span>{' '}
      is taken out of the pool, and what everyone is owed changes with it.{' '}
      <span>{whyMoneyCannotBeRestored(named, people) ?? CAN_BE_RESTORED}</span>
    </ConfirmDialog>
  )
}
