// Imports a file of another expense app into a trip: choose the file, check what it says, import it as one change.

import type { TripResponse } from '#core/trips/responses.ts'
import { ImportFrame } from '#web/money/imports/ImportFrame.tsx'
import { ImportPreview } from '#web/money/imports/ImportPreview.tsx'
import { LoadingPeople } from '#web/money/LoadingPeople.tsx'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

interface ImportDialogProps extends DialogState {
  trip: TripResponse
}

export function ImportDialog({ trip, ...state }: ImportDialogProps) {
  const { people, query } = useTripPeople(trip.id)
  return (
    <ImportFrame {...state} title="Import" into={trip} currency={trip.currency} isReady={people !== null}>
      {(preview) =>
        people ? (
          <ImportPreview
            // The choices belong to the people and rows of one file.
            key={preview.read.fileHash}
            {...preview}
            trip={trip}
            roster={people}
            onSent={state.onClose}
          />
        ) : (
          <LoadingPeople
            query={query}
            skeleton={<SkeletonList rows={4} label="Loading the people of the trip" />}
          />
        )
      }
    </ImportFrame>
  )
}
