// Imports a file as a new trip: the preview of an import, with the details of the trip above it.

import { use, useMemo, useState } from 'react'
import { DEFAULT_CURRENCY } from '#core/kernel/money.ts'
import { ImportFrame } from '#web/money/imports/ImportFrame.tsx'
import { ImportPreview, type ImportPreviewProps } from '#web/money/imports/ImportPreview.tsx'
import { type ImportingTrip, suggestedTrip } from '#web/money/imports/newTrip.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { session } from '#web/platform/session/session.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { useSnapshot } from 'valtio'

export function ImportTripDialog({ open, onClose }: DialogState) {
  const navigate = use(Navigation)
  return (
    <ImportFrame
      {...{ open, onClose }}
      title="Import as a New Trip"
      question="Bring a trip from another app"
      currency={DEFAULT_CURRENCY}
    >
      {(preview) => (
        <PreviewOfTrip
          key={preview.read.fileHash}
          {...preview}
          onSent={(tripId) => {
            onClose()
            if (tripId !== null) navigate?.(paths.trip(tripId))
          }}
        />
      )}
    </ImportFrame>
  )
}

type PreviewOfTripProps = Omit<ImportPreviewProps, 'trip' | 'roster'>

function PreviewOfTrip(props: PreviewOfTripProps) {
  const { user } = useSnapshot(session)
  const { parsed } = props.read
  const [values, setValues] = useState(() => suggestedTrip(parsed, deviceToday(), DEFAULT_CURRENCY))
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
