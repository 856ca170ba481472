// Who asks to come along to the trips I organize: over the list of trips, and among the people of one of them.

import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { JoinRequestCard } from '#web/trips/JoinRequestCard.tsx'
import { useRequestsToMe } from '#web/trips/joinRequests.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { useGuard, useStayingRows } from '#web/ui/useStayingRows.ts'

/** @param props.tripId of one trip alone */
export function JoinRequests({ tripId }: { tripId?: string }) {
  const { requests, document } = useRequestsToMe(tripId)
  useReloadOnOpen(true, document)
  const { rows, hold, turn } = useStayingRows(requests, ({ id }) => id)
  const guard = useGuard(turn)
  if (document.error && !document.data)
    return (
      <Banner
        tone="warning"
        title="Failed to fetch requests to join"
        action={
          <Button
            size="sm"
            variant="secondary"
            busy={document.isLoading}
            onClick={() => void document.reload()}
          >
            Retry
          </Button>
        }
      />
    )
  if (rows.length === 0) return null
  return (
    <section aria-label="Requests to join">
      <SectionTitle count={requests.length} level={tripId === undefined ? 2 : 3}>
        Requests to join
      </SectionTitle>
      <ul className="card-grid" {...guard}>
        {rows.map(({ key, row, isLive }) => (
          <JoinRequestCard
            key={key}
            request={row}
            named={tripId === undefined}
            isPending={isLive}
            onAnswer={() => hold(row)}
          />
        ))}
      </ul>
    </section>
  )
}
