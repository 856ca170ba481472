// Who may read a file, and who may refer to it: whoever can read a message, an expense or an activity that does, and for a day
// whoever uploaded it. Anybody else is told what is told of a file that does not exist.

import { authorizeInConversation } from '#core/chat/access.ts'
import { membershipStreamType } from '#core/chat/membership.ts'
import { type FileState, fileStreamType } from '#core/files/decider.ts'
import { inspectFile } from '#core/files/inspectFile.ts'
import { type Refusal, refuse } from '#core/kernel/decider.ts'
import { type AttachedFile, type StoredFile, fileLimits } from '#core/kernel/files.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { type FileReference, fileUse, type UsedFiles, usedFiles } from '#projections/files/fileUse.ts'
import { idIn } from '#projections/platform/projection.ts'
import type { FileStore } from '#api/platform/fileStore.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export interface FileAccessDeps {
  reader: StreamReader
  readModels: Pick<ReadModels, 'get' | 'getMany' | 'find'>
  files: FileStore
  /** Milliseconds since 1970. */
  clock(): number
}

export const HOUR_MS = 3_600_000

const isRecentUpload = ({ uploads }: FileState, userId: string, now: number): boolean =>
  Date.parse(uploads.get(userId) ?? '') > now - fileLimits.unusedHours * HOUR_MS

/** What the reference is in, and whether it is still there for this person; without a person, for anybody. */
export async function isReferenceOpen(
  reader: StreamReader,
  { stream, seq }: FileReference,
  userId: string | null,
): Promise<boolean> {
  const id = idIn(stream)
  if (!stream.startsWith('conversation-')) {
    const trip = await reader.lastKnown(tripStreamType, id)
    return userId === null ? trip.trip !== null && !trip.trip.deleted : authorizeOnTrip(trip, userId) === null
  }
  const membership = await reader.lastKnown(membershipStreamType, id)
  const tripId = membership.conversation?.tripId
  const trip = tripId ? await reader.lastKnown(tripStreamType, tripId) : null
  if (userId !== null) return authorizeInConversation(membership, trip, userId, seq) === null
  return membership.conversation !== null && !membership.isDeleted && !trip?.trip?.deleted
}

/** The file, for a person who may read it; null for everybody else. */
export async function readableFile(
  { reader, readModels, clock }: Omit<FileAccessDeps, 'files'>,
  hash: string,
  userId: string,
): Promise<StoredFile | null> {
  const state = await reader.lastKnown(fileStreamType, hash)
  const { file } = state
  if (!file) return null
  if (isRecentUpload(state, userId, clock())) return file
  const use = await readModels.find(fileUse, hash)
  // The newest of each is last: who may not read that message of a conversation may read none before it.
  const streams = new Map(use?.references.map((reference) => [reference.stream, reference]))
  for (const reference of [...streams.values()].reverse())
    if (await isReferenceOpen(reader, reference, userId)) return file
  return null
}

type FileLookups = Pick<Lookups, 'refuseFiles' | 'erasedFiles'>

export function fileLookups(deps: FileAccessDeps): FileLookups {
  const { reader, readModels, files: store } = deps
  return {
    async refuseFiles(files, by, place) {
      for (const file of files) {
        const stored = await readableFile(deps, file.hash, by)
        if (!stored || !isAsStored(file, stored) || !(await store.has(file.hash))) return refuse('FileIsGone')
        if (file.thumb !== null && !isCleanThumb(file.thumb)) return refuse('NotAThumbnail')
      }
      return files.length > 0 ? refuseBeyondRoom(files, place) : null
    },
    async erasedFiles(hashes) {
      const states = await Promise.all(hashes.map((hash) => reader.state(fileStreamType, hash)))
      return new Set(hashes.filter((_, index) => states[index]!.file === null))
    },
  }

  /** Commands under way at the same moment are not counted. */
  async function refuseBeyondRoom(
    files: readonly AttachedFile[],
    place: { conversationId: string } | { tripId: string },
  ): Promise<Refusal | null> {
    const all = await usedIn(place)
    const used = new Map(
      all.flatMap((of) => Object.entries(of ?? {})).map(([hash, { bytes }]) => [hash, bytes]),
    )
    for (const { hash, bytes } of files) used.set(hash, bytes)
    const bytes = [...used.values()].reduce((sum, of) => sum + of, 0)
    return bytes > fileLimits.bytesOfTrip ? refuse('NoRoomForFiles') : null
  }

  async function usedIn(
    place: { conversationId: string } | { tripId: string },
  ): Promise<(UsedFiles | null)[]> {
    const tripId =
      'tripId' in place
        ? place.tripId
        : (await reader.state(membershipStreamType, place.conversationId)).conversation?.tripId
    if (!tripId)
      return [await readModels.get(usedFiles, (place as { conversationId: string }).conversationId)]
    const chats = (await readModels.get(chatsOfTrip, tripId)) ?? []
    return readModels.getMany(usedFiles, [tripId, ...chats])
  }
}

const isAsStored = (file: AttachedFile, stored: StoredFile): boolean =>
  (['type', 'width', 'height', 'bytes'] as const).every((field) => file[field] === stored[field])

/** A picture of its own, without anything that a camera wrote beside it. */
function isCleanThumb(thumb: string): boolean {
  const bytes = new Uint8Array(Buffer.from(thumb.slice(thumb.indexOf(',') + 1), 'base64'))
  if (bytes.length > fileLimits.thumbBytes) return false
  const inspected = inspectFile(bytes)
  return typeof inspected !== 'string' && inspected.content.length === bytes.length
}
