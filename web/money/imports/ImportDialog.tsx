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

/** One dialog for both steps, so that it does not close and open between them. */
function ImportOfFile({ open, onClose, trip }: ImportDialogProps) {
  const file = useFileReading(trip.currency)
  const { people, query } = useTripPeople(trip.id)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const [isSending, setSending] = useState(false)
  const { read } = file
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import"
      // A form is not closed by a press beside it.
      onSubmit={(event) => event.preventDefault()}
      busy={isSending}
      ownHead={<ImportHead {...{ trip, onClose, isSending }} {...(read && { onOtherFile: file.forget })} />}
      cards
      {...(read && people && { footer: <div ref={setFoot} className="grid w-full gap-2 md:flex-auto!" /> })}
    >
      {!read ? (
        <ChooseFile file={file} />
      ) : people ? (
        <ImportPreview
          // The choices belong to the people and rows of one file.
          key={read.fileHash}
          {...{ trip, file, read, foot }}
          roster={people}
          onSending={setSending}
          onSent={onClose}
        />
      ) : (
        <Loaded
          query={query}
          failed="Failed to load trip participants"
          skeleton={<SkeletonList rows={4} label="Loading the people of the trip" />}
          retriesInPlace
        />
      )}
    </Dialog>
  )
}
