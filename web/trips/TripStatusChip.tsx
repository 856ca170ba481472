// The status of a trip. One that is going on says so, whatever its organizers last chose: "Planning" beside "Day 1 of 4" would
// contradict it (docs/decisions/0254).

import { statusLabels } from '#core/trips/labels.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { statusTones } from '#web/trips/tripLabels.ts'
import { shownStatus, type TripInTime } from '#web/trips/tripTiming.ts'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

export function TripStatusChip({ trip }: { trip: TripInTime }) {
  const status = shownStatus(trip, useToday())
  return <StatusChip tone={statusTones[status]}>{statusLabels[status]}</StatusChip>
}
