// Saves all of a trip as one file, to keep it or to bring it into another trip.

import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { getExport } from '#core/history/contract.ts'
import { allParticipants, getReplica } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useOnOpen } from '#web/platform/forms/useOnOpen.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { filesOfTrip, tripArchive } from '#web/money/archive/tripArchive.ts'
import { downloadFile } from '#web/platform/http/fileRequests.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import { OTHER_BUILD, replicaIn } from '#web/platform/replica/tripReplica.ts'
import { exportFileName, saveFile } from '#web/platform/page/saveFile.ts'

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
              Details, people, itinerary, money with receipts, and the whole history, with tables for a
              spreadsheet. Messages are not in it. Import brings it back as a trip, here or on another server.
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

const TRIES = 3
const IS_CHANGING = 'Somebody is changing the trip right now. Please try again.'

/** Its message is a sentence for people. */
class CannotExport extends Error {
  override name = 'CannotExport'
}

/**
 * Fetches all of a trip that its reader may see, and saves it as one file.
 * @throws CannotExport, and as `request`
 */
async function saveArchive(tripId: string, withContacts: boolean): Promise<void> {
  const [state, participants] = await Promise.all([
    stateWithHistory(tripId),
    withContacts ? request(allParticipants, { params: { tripId } }) : null,
  ])
  const files = await bytesOf(filesOfTrip(state.documents))
  const archive = tripArchive({ ...state, participants: participants?.body.participants ?? null, files })
  saveFile(exportFileName('zip', 'trip', state.documents.trip.details.title), 'application/zip', archive)
}

/** Without those that are gone: they leave the trip as it is, and the archive without them. */
async function bytesOf(files: readonly AttachedFile[]): Promise<Map<string, Uint8Array>> {
  const all = new Map<string, Uint8Array>()
  for (const { hash } of files) {
    const blob = await downloadFile(hash).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) return null
      throw error
    })
    if (blob) all.set(hash, new Uint8Array(await blob.arrayBuffer()))
  }
  return all
}

/** Two responses that include the same changes: one between them makes both be fetched again. */
async function stateWithHistory(tripId: string) {
  for (let left = TRIES; left > 0; left -= 1) {
    const params = { tripId }
    const [replica, history] = await Promise.all([
      request(getReplica, { params }),
      request(getExport, { params }),
    ])
    const read = replicaIn(replica.body)
    const trip = read?.documents.trip
    if (!read || !trip) throw new CannotExport(OTHER_BUILD.message)
    const isSame = history.body.streams.every(
      ({ stream, revision }) => (read.revisions[stream] ?? revision) === revision,
    )
    if (isSame) return { documents: resolvedDocuments({ ...read.documents, trip }), history: history.body }
  }
  throw new CannotExport(IS_CHANGING)
}
