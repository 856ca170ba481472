// What the signed-in person owes or is owed on a trip, in one row that leads to its settlement.

import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { personalBalanceOf } from '#web/money/settlement/personalBalance.ts'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { buttonClasses } from '#web/ui/buttons/buttonClasses.ts'
import { ListRow } from '#web/ui/lists/List.tsx'
import { MoneyFigure } from '#web/ui/Money.tsx'

interface PersonalBalanceRowProps {
  trip: TripResponse
  settlement: NamedSettlement
  /** Where it is the one thing to do, it looks like a button. */
  isMain?: boolean
}

export function PersonalBalanceRow({ trip, settlement, isMain = false }: PersonalBalanceRowProps) {
  const myId = useMyId()
  const balance = personalBalanceOf(settlement, myId, trip.currency)
  const isUnused = useTripResponse(trip.id, hasRecords).data === false
  const isOpen = balance !== null && balance.status !== 'settled'
  const amount = formatUnsignedMinor(balance?.amount ?? 0, trip.currency)
  const settledText = settlement.isSettled ? 'Nothing to settle' : 'You are settled up'
  return (
    <ListRow
      href={`${paths.trip(trip.id)}#money${isOpen ? '/settlement' : ''}`}
      title={
        isOpen ? (
          <>
            <span className="block text-secondary font-normal text-muted">
              {balance.status === 'owes' ? 'You owe' : 'You are owed'}
            </span>{' '}
            <MoneyFigure
              text={amount}
              className={`block leading-8 ${sizeOf(amount)} ${balance.status === 'owes' ? 'text-danger' : 'text-success'}`}
            />
          </>
        ) : (
          'Money'
        )
      }
      {...(!isOpen && { detail: isUnused ? 'Nothing to settle yet' : settledText })}
      {...(isOpen && {
        trailing: (
          <span
            // A press on it is one on the row.
            className={`pointer-events-none ${isMain ? buttonClasses('primary', 'sm') : 'text-secondary font-semibold text-primary'}`}
          >
            Settle up
          </span>
        ),
      })}
      more={!(isOpen && isMain)}
    />
  )
}

/** A long amount is smaller, because a row that is cut ends in dots, and an amount must be whole. */
const sizeOf = ({ length }: string) =>
  length <= 11 ? 'text-page' : length <= 13 ? 'text-section' : 'text-title'
