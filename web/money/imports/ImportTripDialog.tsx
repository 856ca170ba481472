// Imports a file as a new trip: the preview of an import, with the details of the trip above it.

import { use, useMemo, useState } from 'react'
import { DEFAULT_CURRENCY } from '#core/kernel/money.ts'
import { ChooseFile } from '#web/money/imports/ChooseFile.tsx'
import { ImportHead } from '#web/money/imports/ImportHead.tsx'
import { ImportPreview } from '#web/money/imports/ImportPreview.tsx'
import { type ImportingTrip, suggestedTrip } from '#web/money/imports/newTrip.ts'
import { useFileReading } from '#web/money/imports/useFileReading.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { deviceToday } from '#web/platform/format.ts'
import { paths } from '#web/platform/paths.ts'
import { session } from '#web/platform/session.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { Navigation } from '#web/ui/Anchor.tsx'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { useSnapshot } from 'valtio'

/** A new one is mounted each time the dialog opens. */
export function ImportTripDialog(props: DialogState) {
  const [openCount, setOpenCount] = useState(0)
  useOnOpen(props.open, () => setOpenCount(openCount + 1))
  return <ImportOfTrip key={openCount} {...props} />
}

function ImportOfTrip({ open, onClose }: DialogState) {
  const navigate = use(Navigation)
  const file = useFileReading(DEFAULT_CURRENCY)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const [isSending, setSending] = useState(false)
  const { read } = file
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import as a New Trip"
      // A form is not closed by a press beside it.
      onSubmit={(event) => event.preventDefault()}
      busy={isSending}
      ownHead={
        <ImportHead
          title="Import as a New Trip"
          {...{ onClose, isSending }}
          {...(read && { onOtherFile: file.forget })}
        />
      }
      cards
      {...(read && { footer: <div ref={setFoot} className="grid w-full gap-2 md:flex-auto!" /> })}
    >
      {read ? (
        <PreviewOfTrip
          key={read.fileHash}
          {...{ file, read, foot }}
          onSending={setSending}
          onSent={(tripId) => {
            onClose()
            if (tripId !== null) navigate?.(paths.trip(tripId))
          }}
        />
      ) : (
        <ChooseFile file={file} title="Bring a trip from another app" />
      )}
    </Dialog>
  )
}

type PreviewOfTripProps = Omit<Parameters<typeof ImportPreview>[0], 'trip' | 'roster'>

function PreviewOfTrip(props: PreviewOfTripProps) {
  const { user } = useSnapshot(session)
  const { reading } = props.read
  const [values, setValues] = useState(() => suggestedTrip(reading, deviceToday(), DEFAULT_CURRENCY))
  const trip: ImportingTrip = {
    ...{ id: '', title: values.title, currency: values.currency, userRole: 'organizer' },
    newTrip: { values, setValues },
  }
  const roster = useMemo(
    (): ChoosablePerson[] =>
      user ? [{ id: user.id, name: user.username, type: 'user', role: 'organizer', hasLeft: false }] : [],
    [user],
  )
  return <ImportPreview {...props} trip={trip} roster={roster} />
}
