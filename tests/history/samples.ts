// The samples of events, and the folds that must read them.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { conversationStreamType } from '#core/chat/decider.ts'
import { fileStreamType } from '#core/files/decider.ts'
import { fileUpcasts } from '#core/files/events.ts'
import { chatUpcasts } from '#core/chat/events.ts'
import { muteStreamType, muteUpcasts } from '#core/chat/mutes.ts'
import { readMarkerStreamType } from '#core/chat/readMarker.ts'
import { itineraryStreamType } from '#core/itinerary/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { storeUpcasts } from '#core/store/codec.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import {
  accountStreamType,
  credentialsStreamType,
  sessionsStreamType,
  usernameStreamType,
} from '#core/people/decider.ts'
import { passkeysStreamType } from '#core/people/passkeys.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { guestStreamType } from '#core/trips/guestContact.ts'
import { pinStreamType, pinUpcasts } from '#core/trips/pins.ts'

/** Without the store's own events, which every codec has. */
export const rosters = [
  peopleUpcasts,
  tripUpcasts,
  pinUpcasts,
  recordUpcasts,
  chatUpcasts,
  muteUpcasts,
  fileUpcasts,
]
const kinds: AnyStreamType[] = [
  accountStreamType,
  usernameStreamType,
  credentialsStreamType,
  passkeysStreamType,
  sessionsStreamType,
  tripStreamType,
  guestStreamType,
  pinStreamType,
  itineraryStreamType,
  moneyStreamType,
  conversationStreamType,
  muteStreamType,
  fileStreamType,
  readMarkerStreamType,
]

export const kindOf = ({ stream }: StoredEvent): AnyStreamType | undefined =>
  kinds.find(({ prefix }) => stream.startsWith(prefix))

export const FOLDER = import.meta.dirname
/** A line for each file: its SHA-256 and its name. Lines are only ever added. */
export const LIST = join(import.meta.dirname, 'samples.sha256')

/** Every event type in every version ever written: `TripPlanned.v1`. */
export const versions: string[] = [storeUpcasts, ...rosters].flatMap((roster) =>
  Object.entries(roster).flatMap(([type, steps]: [string, readonly unknown[]]) =>
    Array.from({ length: steps.length + 1 }, (_, index) => `${type}.v${index + 1}`),
  ),
)

/** File names like `TripPlanned.v1.json`; a second sample of an event has another word before `.json`. */
export const sampleFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
export const sampleIn = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as StoredEvent
export const versionIn = (file: string): string => file.split('.').slice(0, 2).join('.')
export const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, file)))
    .digest('hex')
export const listed = (): Map<string, string> =>
  new Map(
    readFileSync(LIST, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
