// The two ways to a new trip: its form, and a file of another app or an archive. The file is read by another feature.

import { useState } from 'react'
import type { DialogState } from '#web/ui/dialogParts.tsx'
import { type LazyDialog, lazyDialog } from '#web/ui/lazyDialog.tsx'

export const LazyPlanTrip = lazyDialog(
  async () => (await import('#web/trips/PlanTripDialog.tsx')).PlanTripDialog,
)

interface NewTripDialogsProps extends DialogState {
  ImportTrip: LazyDialog<DialogState>
}

export function NewTripDialogs({ open, onClose, ImportTrip }: NewTripDialogsProps) {
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <LazyPlanTrip
        open={open}
        onClose={onClose}
        onImport={() => {
          onClose()
          setImporting(true)
        }}
      />
      <ImportTrip open={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}
