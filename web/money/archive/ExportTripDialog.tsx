// Saves all of a trip as one file, to keep it or to bring it into another trip.

import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { CannotExport, saveArchive } from '#web/money/archive/saveArchive.ts'
import { failureText } from '#web/platform/failureText.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { Switch } from '#web/ui/Switch.tsx'

interface ExportTripDialogProps extends DialogState {
  trip: TripResponse
}

export function ExportTripDialog({ trip, ...state }: ExportTripDialogProps) {
  const { isSubmitting, run } = useSubmit()
  const [withContacts, setWithContacts] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useOnOpen(state.open, () => setFailure(null))
  const save = () =>
    run(async () => {
      setFailure(null)
      try {
        await saveArchive(trip.id, withContacts)
        state.onClose()
      } catch (error) {
        setFailure(
          error instanceof CannotExport ? error.message : failureText('Failed to export the trip', error),
        )
      }
    })
  return (
    <Dialog
      {...state}
      title="Export"
      detail={trip.title}
      size="sm"
      cards
      footer={
        <Button onClick={save} busy={isSubmitting} busyText="Preparing...">
          Save as a file (ZIP)
        </Button>
      }
    >
      <div className="grid gap-4">
        <Card className="flex items-start gap-3">
          <FileArchive aria-hidden className="size-8 shrink-0 text-primary" strokeWidth={1.5} />
          <div className="grid min-w-0 gap-2">
            <p className="font-medium wrap-anywhere">
              Everything on <bdi>{trip.title}</bdi>, in one file
            </p>
            <p className="text-secondary text-muted">
              Details, people, itinerary, money and the whole history, with tables for a spreadsheet. Messages
              are not in it. Import brings it back as a trip, here or on another server.
            </p>
          </div>
        </Card>
        <Card>
          <Switch
            label="Include contact details"
            helper="E-mail addresses and phone numbers, as far as you can see them."
            checked={withContacts}
            onChange={({ target }) => setWithContacts(target.checked)}
          />
        </Card>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
      </div>
    </Dialog>
  )
}
