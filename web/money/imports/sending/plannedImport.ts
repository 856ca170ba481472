// The commands of an import, from what was read and chosen: into a trip, or of a new one.

import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { planTrip } from '#core/trips/contract.ts'
import { countedRecords } from '#web/money/imports/balanceTables.ts'
import { importedBody } from '#web/money/imports/sending/importedBody.ts'
import { type ImportingTrip, newTripSteps } from '#web/money/imports/newTrip.ts'
import {
  type ImportStep,
  importSteps,
  newGuest,
  type NewGuest,
  importBatches,
} from '#web/money/imports/sending/importSteps.ts'
import { matchedPeople, newGuestsIn } from '#web/money/imports/personChoices.ts'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { newKey } from '#web/platform/http/newKey.ts'

export interface ReadyImport {
  trip: ImportingTrip
  roster: readonly ChoosablePerson[]
  parsed: ParsedFile
  fileHash: string
  plan: Pick<ImportPlan, 'people' | 'choices' | 'records' | 'rateOf'>
}

export interface PlannedImport {
  tripId: string
  importId: string
  /** Ids of the guests whom the import adds. */
  guestIds: string[]
  steps: ImportStep[]
  /** 'Imported 37 expenses' */
  done: string
}

export function plannedImport(
  { trip, roster, parsed, fileHash, plan }: ReadyImport,
  myId: string,
): PlannedImport {
  const { newTrip } = trip
  const tripKey = newKey()
  const tripId = newTrip ? newIdOf(planTrip, {}, myId, tripKey) : trip.id
  const guests = new Map(
    newGuestsIn(plan).map(({ key, name }) => [key, newGuest(tripId, name, myId, guestRole(parsed, key))]),
  )
  const people = matchedPeople(plan.choices, roster)
  for (const [key, { id }] of guests) people.set(key, { id, type: 'guest' })
  const target = { tripId, currency: trip.currency, people, rates: plan.rateOf }
  const records = plan.records.map((record) => importedBody(record, target))
  const importId = newKey()
  const fields = { importId, source: parsed.label, fileHash, records: [] }
  const steps = importSteps(tripId, [...guests.values()], fields, importBatches(records))
  return {
    ...{ tripId, importId, guestIds: [...guests.values()].map(({ id }) => id) },
    steps: newTrip ? newTripSteps({ tripKey, values: newTrip.values, parsed, guests, steps }) : steps,
    done: `Imported ${countedRecords(plan.records)}`,
  }
}

/** Nobody but the person who imports is the organizer of the new trip. */
function guestRole({ trip }: ParsedFile, key: string): NewGuest['role'] {
  const role = trip?.roles.get(key)
  return role === 'organizer' ? 'co_organizer' : role
}
