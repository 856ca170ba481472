// Imports a file of another expense app into a trip: choose the file, check what it says, import it as one change.

import { useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { ChooseFile } from '#web/money/imports/ChooseFile.tsx'
import { ImportHead } from '#web/money/imports/ImportHead.tsx'
import { ImportPreview } from '#web/money/imports/ImportPreview.tsx'
import { useFileReading } from '#web/money/imports/useFileReading.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

interface ImportDialogProps extends DialogState {
  trip: TripResponse
}

/** A new one is mounted each time the dialog opens. */
export function ImportDialog(props: ImportDialogProps) {
  const [openCount, setOpenCount] = useState(0)
  useOnOpen(props.open, () => setOpenCount(openCount + 1))
  return <ImportOfFile key={openCount} {...props} />
}

function ImportOfFile({ open, onClose, trip }: ImportDialogProps) {
  const file = useFileReading(trip.currency)
  const { people, query } = useTripPeople(trip.id)
  const { read } = file
  if (read && people)
    return (
      <ImportPreview
        // The choices belong to the people and rows of one file.
        key={read.fileHash}
        {...{ open, onClose, trip, file, read }}
        roster={people}
      />
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import"
      onSubmit={(event) => event.preventDefault()}
      ownHead={<ImportHead {...{ trip, onClose }} isSending={false} />}
      cards
    >
      {read ? (
        <Loaded
          query={query}
          failed="Failed to load trip participants"
          skeleton={<SkeletonList rows={4} label="Loading the people of the trip" />}
          retriesInPlace
        />
      ) : (
        <ChooseFile file={file} />
      )}
    </Dialog>
  )
}
