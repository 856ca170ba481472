// All projections.

import type { AnyProjection } from '#projections/platform/projection.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { chatReaders, erasableChats } from '#projections/chat/erasableChats.ts'
import { messages } from '#projections/chat/messages.ts'
import { messageSeqs } from '#projections/chat/messageSeqs.ts'
import { messageTexts } from '#projections/chat/messageTexts.ts'
import { mutesOfPerson } from '#projections/chat/mutesOfPerson.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { fileUse, usedFiles } from '#projections/files/fileUse.ts'
import { newestChanges } from '#projections/history/newestChanges.ts'
import { recordLists } from '#projections/recordLists.ts'
import { balances } from '#projections/money/balances.ts'
import { settlements } from '#projections/money/settlements.ts'
import { directory } from '#projections/people/directory.ts'
import { guestContacts } from '#projections/trips/guestContacts.ts'
import { pinnedTrips } from '#projections/trips/pinnedTrips.ts'
import { publicTrips } from '#projections/trips/publicTrips.ts'
import { createEntityStreams } from '#projections/trips/entityStreams.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import { sha256 } from '#api/platform/sha256.ts'

export const projections: readonly AnyProjection[] = [
  directory,
  trips,
  tripsOfPerson,
  pinnedTrips,
  publicTrips,
  createEntityStreams(sha256),
  guestContacts,
  ...Object.values<AnyProjection>(recordLists),
  balances,
  settlements,
  conversations,
  conversationsOfPerson,
  chatsOfTrip,
  messages,
  messageSeqs,
  messageTexts,
  readMarkers,
  mutesOfPerson,
  erasableChats,
  chatReaders,
  fileUse,
  usedFiles,
  chatChanges,
  newestChanges,
]
