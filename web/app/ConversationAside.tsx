// The column beside a conversation in the widest window: the people of the conversation, and beside a trip's chat also
// the trip, with its next activity, the person's balance and its latest changes.

import { tripResponse } from '#projections/replica/tripResponses.ts'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { PersonalBalanceRow } from '#web/money/settlement/PersonalBalanceRow.tsx'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'
import { LatestChanges } from '#web/app/LatestChanges.tsx'
import type { ConversationAsideProps } from '#web/chat/view/ConversationScreen.tsx'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { ConversationInfo } from '#web/chat/info/ConversationInfo.tsx'

export function ConversationAside({ conversation, myId, personId }: ConversationAsideProps) {
  const { trip_id: tripId, trip } = conversation
  return (
    <>
      {tripId !== null && trip && <TripOfChat key={tripId} id={tripId} {...trip} />}
      <ConversationInfo conversation={conversation} myId={myId} personId={personId} />
      {tripId !== null && trip && <LatestChanges key={`changes ${tripId}`} tripId={tripId} />}
    </>
  )
}

interface TripOfChatProps {
  id: string
  title: string
  destination: string
}

/** Its name and its face come with the conversation, the rest when the trip is loaded. */
function TripOfChat({ id, title, destination }: TripOfChatProps) {
  const { data: trip } = useTripResponse(id, tripResponse)
  const settlement = useTripResponse(id, settlementIn.distributed)
  useTripChanges(id, trip !== null)
  const today = useToday()
  return (
    <section aria-labelledby="trip-of-chat" className="border-b border-line pb-4">
      <Cover trip={{ id, destination }} sceneClassName="h-30" fit="slice" />
      <div className="px-4 pt-3">
        <h2 id="trip-of-chat" className="text-title font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        <p className="min-h-5 text-secondary text-muted">
          {trip && dotted([formatDateRange(trip.startDate, trip.endDate), tripTiming(trip, today)])}
        </p>
      </div>
      <Loaded query={settlement} failed="Failed to fetch trip details" skeleton={<RowsSkeleton />}>
        {(data) =>
          trip && (
            <ul className="divide-y divide-line">
              <NextActivityRow trip={trip} />
              <PersonalBalanceRow trip={trip} settlement={data} />
            </ul>
          )
        }
      </Loaded>
      <div className="grid px-4">
        <LinkButton href={paths.trip(id)} variant="secondary" size="sm">
          Open trip
        </LinkButton>
      </div>
    </section>
  )
}

/** As high as the two rows. */
const RowsSkeleton = () => (
  <Loading label="Loading trip...">
    <div className="h-34 space-y-4 px-4 py-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-14" />
    </div>
  </Loading>
)
