// What the person decides about a file that was read: who is who, the rates, the rows that look like a record of the trip,
// and whether a difference of balances is accepted. From it follow the records to import, or why they cannot be.

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ParsedFile, ImportedRecord, OmittedRow } from '#core/imports/parsedFile.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { isStorableRate } from '#core/money/amountFields.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { storedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { lastRate } from '#web/money/enteredAmount.ts'
import { type BalanceTable, balanceTables } from '#web/money/imports/balanceTables.ts'
import { type ImportingTrip, newTripErrors } from '#web/money/imports/newTrip.ts'
import { type ImportTarget, refusalOfAmount } from '#web/money/imports/sending/importedBody.ts'
import {
  matchedPeople,
  refusalOfChoices,
  NEW_GUEST,
  type PersonChoices,
  peopleOfNewTrip,
  peopleOfRecords,
  suggestChoices,
} from '#web/money/imports/personChoices.ts'
import { differsFromTrip, idsOnTrip, sortByPresence } from '#web/money/imports/recordsOnTrip.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import type { FormFields } from '#web/platform/forms/form.ts'
import { deviceToday, formatCount } from '#web/platform/time/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

export interface ImportPlan extends PeopleChoices {
  /** Of the details of a new trip: field → text. */
  tripErrors: FormFields
  /** As typed, of each currency that needs one. */
  rates: ReadonlyMap<CurrencyCode, string>
  /** By currency: the error of the typed rate. */
  rateFaults: ReadonlyMap<CurrencyCode, string>
  setRate: (currency: CurrencyCode, text: string) => void
  tables: BalanceTable[]
  isSame: boolean
  /** How many rows cannot be imported. */
  missing: number
  acceptsDifference: boolean
  acceptDifference: (accepts: boolean) => void
  similar: ImportedRecord[]
  /** Row keys of the similar records that are imported nevertheless. */
  ticked: ReadonlySet<string>
  tick: (rowKey: string, isTicked: boolean) => void
  presentCount: number
  omitted: OmittedRow[]
  /** The records to import. */
  records: ImportedRecord[]
  /** The numbers of `rates`. */
  rateOf: ReadonlyMap<CurrencyCode, number>
  /** Why the button is off, as a sentence; null when it is on. */
  blocked: string | null
}

export function useImportPlan(
  trip: ImportingTrip,
  parsed: ParsedFile,
  roster: readonly ChoosablePerson[],
): ImportPlan {
  const [typedRates, setTypedRates] = useState<ReadonlyMap<CurrencyCode, string>>(new Map())
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [accepted, setAccepted] = useState<ParsedFile | null>(null)
  const { newTrip } = trip
  const tripId = newTrip ? null : trip.id
  const expenses = useTripResponse(tripId, expenseRecords).data
  const otherIds = useTripResponse(tripId, idsBesideExpenses).data
  const peopleChoices = usePeopleChoices(trip, parsed, roster)
  const { people, choices, me } = peopleChoices
  const { currency } = trip
  const foreign = [...new Set(parsed.records.map((record) => record.currency))].filter(
    (code) => code !== currency,
  )
  const suggestRate = (code: CurrencyCode) => suggestedRate(parsed, code, currency, expenses ?? [])
  const rates = new Map(foreign.map((code) => [code, typedRates.get(code) ?? suggestRate(code)]))
  const rateOf = new Map([...rates].flatMap(([code, text]) => validRate(text, code)))
  const rateFaults = new Map(
    foreign
      .filter((code) => typedRates.get(code) && !rateOf.has(code))
      .map((code) => [code, 'A rate is a number above 0 with at most 8 decimals.']),
  )

  const idOf = useMemo(() => idsOnTrip(trip.id), [trip.id])
  const sorted = useMemo(
    () =>
      sortByPresence(parsed.records, {
        idOf,
        expenses: expenses ?? [],
        otherIds: otherIds ?? [],
      }),
    [parsed, idOf, expenses, otherIds],
  )
  const documents = useTripResponse(tripId, storedDocuments).data
  const target = { tripId: trip.id, currency, rates: rateOf, people: matchedPeople(choices, roster) }
  const differing = useDiffering(sorted.present, target, documents)
  const wanted = [...sorted.fresh, ...sorted.similar.filter(({ rowKey }) => ticked.has(rowKey))]
  const refusedAmounts = wanted.flatMap((record) => {
    const reason = refusalOfAmount(record, currency, rateOf.get(record.currency))
    return reason === null ? [] : { record, row: { line: record.line, text: record.description, reason } }
  })
  const unconvertible = new Set(refusedAmounts.map(({ record }) => record))
  const records = wanted.filter((record) => !unconvertible.has(record))
  const tables = balanceTables({
    ...parsed,
    records: parsed.records.filter((record) => !unconvertible.has(record)),
  })
  const isSame = tables.every(({ rows }) => rows.every((row) => row.isSame))
  const missing = parsed.refused.length + unconvertible.size
  const tripErrors = newTrip ? newTripErrors(newTrip.values, deviceToday()) : {}
  const missingRate = foreign.find((code) => !rateOf.has(code))
  const blocked =
    Object.values(tripErrors).map((text) => `${text}.`)[0] ??
    (newTrip && people.length > 0 && me === '' ? 'Choose which of the people is you.' : null) ??
    openNumber(parsed) ??
    refusalOfChoices(people, choices, roster) ??
    (missingRate ? `Enter the rate of ${missingRate}.` : null) ??
    ((!isSame || missing > 0) && accepted !== parsed
      ? `${isSame ? `${formatCount(missing, 'row')} cannot be imported` : 'The balances differ'}. Tick “Import anyway” if that is all right.`
      : null) ??
    (records.length === 0 && !(newTrip && parsed.trip)
      ? nothingToImport(parsed, sorted.present.length)
      : null)
  return {
    ...peopleChoices,
    ...{ tripErrors, rates, rateFaults, rateOf, tables, isSame, missing, blocked },
    ...{ ticked, similar: sorted.similar, presentCount: sorted.present.length, records },
    acceptsDifference: accepted === parsed,
    omitted: [
      ...parsed.refused,
      ...parsed.skipped,
      ...refusedAmounts.map(({ row }) => row),
      ...differing.map(({ line, description: text }) => ({ line, text, reason: OTHER_CONTENT })),
    ].toSorted((a, b) => a.line - b.line),
    setRate: (code, text) => setTypedRates(new Map(typedRates).set(code, text)),
    acceptDifference: (accepts) => setAccepted(accepts ? parsed : null),
    tick(rowKey, isTicked) {
      const next = new Set(ticked)
      if (isTicked) next.add(rowKey)
      else next.delete(rowKey)
      setTicked(next)
    },
  }
}

const OTHER_CONTENT = 'Here already with another content, which stays'

const none: readonly ImportedRecord[] = []
/** A file can have thousands of rows, which are compared after each choice. */
const COMPARED_AT_ONCE = 50

/** In steps, between which the page responds. */
function useDiffering(
  present: readonly ImportedRecord[],
  target: ImportTarget,
  documents: ExistingTrip | null,
): readonly ImportedRecord[] {
  const [differing, setDiffering] = useState(none)
  const comparison = useEffectEvent((trip: ExistingTrip) => differsFromTrip(target, trip))
  const choices = JSON.stringify([[...target.people], [...target.rates]])
  useEffect(() => {
    let isOutdated = false
    const compare = async (differs: ReturnType<typeof differsFromTrip>) => {
      const found: ImportedRecord[] = []
      for (let start = 0; start < present.length; start += COMPARED_AT_ONCE) {
        found.push(...present.slice(start, start + COMPARED_AT_ONCE).filter(differs))
        await new Promise((resolve) => setTimeout(resolve))
        if (isOutdated) return
      }
      setDiffering(found)
    }
    void compare(documents && present.length > 0 ? comparison(documents) : () => false)
    return () => void (isOutdated = true)
  }, [present, documents, choices])
  return differing
}

function idsBesideExpenses(documents: ExistingTrip): string[] {
  const { payments, contributions } = storedDocuments(documents)
  return [...flattenChunks(payments), ...flattenChunks(contributions)].map(({ id }) => id)
}

/** What a number means moves the balances, so nothing is imported without the answer. */
function openNumber({ questions }: ParsedFile): string | null {
  const open = questions.find(({ kind, ...of }) => kind === 'numberStyle' && 'assumed' in of && !of.assumed)
  return open && 'sample' in open ? `Choose which number ${open.sample} is.` : null
}

function nothingToImport({ questions }: ParsedFile, presentCount: number): string {
  if (presentCount > 0) return 'Everything in this file is on the trip already.'
  return questions.length > 0
    ? 'Answer the questions about the file first.'
    : 'Nothing in this file can be imported.'
}

function validRate(text: string, code: CurrencyCode): [CurrencyCode, number][] {
  const rate = readRate(text)
  const isValid = rate !== null && rate > 0 && isStorableRate(rate)
  return isValid ? [[code, rate]] : []
}

/** The file's rates are into the currency of its group, so they count only where that is the trip's. */
function suggestedRate(
  { rates, records }: ParsedFile,
  code: CurrencyCode,
  tripCurrency: CurrencyCode,
  expenses: Parameters<typeof lastRate>[0],
): string {
  const ofFile = records.some(({ currency }) => currency === tripCurrency) ? rates.get(code) : undefined
  return ofFile === undefined
    ? lastRate(expenses, code)
    : String(Number(ofFile.toFixed(moneyLimits.rateDecimals)))
}

interface PeopleChoices {
  people: ParsedFile['people']
  choices: PersonChoices
  /** Why a participant was suggested, while the suggestion stands. */
  reasons: ReadonlyMap<string, string>
  choosePerson: (key: string, choice: string) => void
  canAddGuests: boolean
  /** Of a new trip: the key of the person at the screen, `NOBODY`, or '' while it is not chosen. */
  me: string
  setChosenMe: (key: string) => void
}

/**
 * Who each person of a file is: on a trip, each name is chosen; of a new trip, the person at the screen is one of
 * them and everybody else becomes a guest.
 */
function usePeopleChoices(
  { newTrip, userRole }: ImportingTrip,
  parsed: ParsedFile,
  roster: readonly ChoosablePerson[],
): PeopleChoices {
  const [chosen, setChosen] = useState<PersonChoices>(new Map())
  const [chosenMe, setChosenMe] = useState<string | null>(null)
  const canAddGuests = userRole === 'organizer'
  const isNew = newTrip !== undefined
  const people = useMemo(() => (isNew ? peopleOfNewTrip(parsed) : peopleOfRecords(parsed)), [isNew, parsed])
  const suggested = useMemo(
    () => suggestChoices(people, roster, canAddGuests),
    [people, roster, canAddGuests],
  )
  // The person at the screen is the only one on a new trip.
  const myId = roster[0]?.id ?? ''
  const me = chosenMe ?? people.find(({ key }) => suggested.choices.get(key) === myId)?.key ?? ''
  const choiceOf = (key: string): string => {
    if (isNew) return key === me ? myId : NEW_GUEST
    return chosen.get(key) ?? suggested.choices.get(key) ?? ''
  }
  const choices = new Map(people.map(({ key }) => [key, choiceOf(key)]))
  const reasons = new Map(
    [...suggested.reasons].filter(([key]) => choices.get(key) === suggested.choices.get(key)),
  )
  return {
    ...{ people, choices, reasons, canAddGuests, me, setChosenMe },
    choosePerson: (key, choice) => setChosen(new Map(chosen).set(key, choice)),
  }
}
