// Fetches all of a trip that its reader may see, and saves it as one file.

import { getExport } from '#core/history/contract.ts'
import { allParticipants, getReplica } from '#core/trips/contract.ts'
import { tripArchive } from '#web/money/archive/tripArchive.ts'
import { request } from '#web/platform/http.ts'
import { OTHER_BUILD, replicaIn } from '#web/platform/replica/tripReplica.ts'
import { exportFileName, saveFile } from '#web/platform/saveFile.ts'

const TRIES = 3
const IS_CHANGING = 'Somebody is changing the trip right now. Please try again.'

/** Its message is a sentence for people. */
export class CannotExport extends Error {
  override name = 'CannotExport'
}

/** @throws CannotExport, and as `request` */
export async function saveArchive(tripId: string, withContacts: boolean): Promise<void> {
  const [state, participants] = await Promise.all([
    stateWithHistory(tripId),
    withContacts ? request(allParticipants, { params: { tripId } }) : null,
  ])
  const archive = tripArchive({ ...state, participants: participants?.body.participants ?? null })
  saveFile(exportFileName('zip', 'trip', state.documents.trip.details.title), 'application/zip', archive)
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
    if (isSame) return { documents: { ...read.documents, trip }, history: history.body }
  }
  throw new CannotExport(IS_CHANGING)
}
