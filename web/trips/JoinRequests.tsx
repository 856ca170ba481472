// Who asks to come along to the trips I organize: over the list of trips, and among the people of one of them.

import { useFresh } from '#web/platform/useFresh.ts'
import { JoinRequestCard } from '#web/trips/JoinRequestCard.tsx'
import { useRequestsToMe } from '#web/trips/joinRequests.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'

/** @param props.tripId of one trip alone */
export function JoinRequests({ tripId }: { tripId?: string }) {
  const { requests, document } = useRequestsToMe(tripId)
  useFresh(true, document)
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
  if (requests.length === 0) return null
  return (
    <section aria-label="Requests to join">
      <SectionTitle count={requests.length} level={tripId === undefined ? 2 : 3}>
        Requests to join
      </SectionTitle>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-5">
        {requests.map((request) => (
          <li key={request.id}>
            <JoinRequestCard request={request} named={tripId === undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}
