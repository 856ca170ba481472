// Shown in place of the person's trips while there are none.

import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { SuitcasePicture } from '#web/ui/pictures/tripPictures.tsx'

export const NoTrips = ({ onPlan }: { onPlan: () => void }) => (
  <EmptyState
    picture={<SuitcasePicture />}
    title="No trips planned yet"
    action={<Button onClick={onPlan}>Plan Your First Trip</Button>}
  />
)
