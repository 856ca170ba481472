// What is at hand on a trip: what comes next, what the person owes or is owed, and what others changed. In the overview, and
// in the widest window in a column beside it.

import { LatestChanges } from '#web/app/LatestChanges.tsx'
import { NewChangesList } from '#web/app/NewChangesList.tsx'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { PersonalBalanceRow } from '#web/money/settlement/PersonalBalanceRow.tsx'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useFirstMinute } from '#web/trips/joining/joinedTrip.ts'
import { AtHandSkeleton, type TripAtHandProps } from '#web/trips/trip/TripOverview.tsx'
import { List } from '#web/ui/lists/List.tsx'

const loadFirstMinute = async () => (await import('#web/app/FirstMinute.tsx')).FirstMinute

/** Few have just joined, so its code is loaded then. It keeps its room, so that nothing moves. */
const FirstMinute = ({ trip }: Pick<TripAtHandProps, 'trip'>) =>
  useIdlePart(loadFirstMinute, { trip }) ?? <div className="min-h-85" />

/** The dialog of the trip shows a failure. */
export function TripAtHand({ trip, phase, news, isColumn }: TripAtHandProps) {
  const { data, error } = useTripResponse(trip.id, settlementIn.distributed)
  const isPlanShown = isColumn || phase === 'during'
  const first = useFirstMinute(trip.id)
  // The first minute begins with the same rows.
  const isShown = (isColumn || phase !== 'before') && !first?.isGreeted
  return (
    <>
      {first && <FirstMinute trip={trip} />}
      {isShown && data && (
        <List label="At hand">
          {isPlanShown && <NextActivityRow trip={trip} />}
          {isPlanShown && <NextActivityRow trip={trip} nth={1} />}
          <PersonalBalanceRow trip={trip} settlement={data} isMain />
        </List>
      )}
      {isShown && !data && !error && <AtHandSkeleton hasPlan={isPlanShown} />}
      {isColumn ? (
        <div className="rounded-card border border-line bg-surface *:border-t-0 empty:hidden">
          <LatestChanges tripId={trip.id} />
        </div>
      ) : (
        news && <NewChangesList tripId={trip.id} news={news} />
      )}
    </>
  )
}
