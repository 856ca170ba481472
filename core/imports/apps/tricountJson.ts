// Reads the response of Tricount's service, saved as a file by a downloader. Signs differ between files, so the type of an
// entry decides what it is and amounts count without their sign.

import * as v from 'valibot'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { decimalToMinor, readDecimal } from '#core/imports/text/decimal.ts'
import { draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import { readFileDate } from '#core/imports/text/fileDates.ts'
import { parseOrNull } from '#core/imports/text/jsonText.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'

const money = v.object({ currency: v.string(), value: v.string() })
/** A member is wrapped in an object whose only key names its type. */
const member = v.record(
  v.string(),
  v.object({ uuid: v.string(), alias: v.nullish(v.object({ display_name: v.nullish(v.string()) })) }),
)

const registrySchema = v.object({
  title: v.nullish(v.string()),
  currency: v.string(),
  memberships: v.array(v.unknown()),
  all_registry_entry: v.array(v.unknown()),
})
const responseSchema = v.object({ Response: v.array(v.unknown()) })

const membershipSchema = v.record(
  v.string(),
  v.object({
    uuid: v.string(),
    status: v.nullish(v.string()),
    alias: v.object({ display_name: v.string() }),
  }),
)

const entrySchema = v.object({
  RegistryEntry: v.object({
    status: v.nullish(v.string()),
    type_transaction: v.nullish(v.string()),
    description: v.nullish(v.string()),
    date: v.string(),
    category: v.nullish(v.string()),
    category_custom: v.nullish(v.string()),
    amount: money,
    amount_local: v.nullish(money),
    exchange_rate: v.nullish(v.union([v.string(), v.number()])),
    membership_owned: member,
    allocations: v.array(v.object({ membership: member, amount: money })),
  }),
})
type Entry = v.InferOutput<typeof entrySchema>['RegistryEntry']

function registryIn(json: unknown): v.InferOutput<typeof registrySchema> | null {
  // Some downloaders save the group without the envelope of the response.
  const response = parseOrNull(responseSchema, json)?.Response ?? [json]
  for (const each of response.slice(0, 10)) {
    const found = parseOrNull(v.object({ Registry: registrySchema }), each)
    if (found) return found.Registry
  }
  return null
}

export const isTricountJson = (json: unknown): boolean => registryIn(json) !== null

export function readTricountJson(json: unknown, options: ReadOptions): ParsedFile | RefusedFile {
  const registry = registryIn(json)!
  const draft = draftFile('tricount', options)
  const currency = fileCurrency(registry.currency)
  if (currency === null)
    return refusedFile(`${unknownCurrency(registry.currency)}, and it is the currency of the whole group.`)
  if (registry.title) draft.setGroupTitle(registry.title)
  for (const value of registry.memberships) {
    const found = Object.values(parseOrNull(membershipSchema, value) ?? {})[0]
    if (!found) continue
    const { uuid, status, alias } = found
    draft.personOf(uuid, alias.display_name, (status ?? 'ACTIVE') !== 'ACTIVE')
  }
  draft.each(registry.all_registry_entry, (value, index) => {
    const entry = parseOrNull(entrySchema, value)?.RegistryEntry
    const place = { line: index + 1, text: entry?.description ?? '' }
    if (!entry) return draft.refuse(place, 'This entry is damaged')
    if (entry.status === 'DELETED') return draft.skip(place, 'Deleted in Tricount')
    addEntry(entry, place, currency, draft)
  })
  return draft.finish()
}

function addEntry(
  entry: Entry,
  place: { line: number; text: string },
  currency: CurrencyCode,
  draft: FileDraft,
): void {
  const read = ({ currency: code, value }: { currency: string; value: string }) => {
    const decimal = fileCurrency(code) === currency ? readDecimal(value, 'point') : null
    const minor = decimal && decimalToMinor(decimal, currency)
    return minor?.isExact ? minor.minor : null
  }
  // Somebody who was removed is on the list of members no more, and keeps their part in the entries.
  const memberOf = (wrapped: v.InferOutput<typeof member>) => {
    const named = Object.values(wrapped)[0]
    if (!named) return undefined
    return draft.personOf(named.uuid, named.alias?.display_name ?? null, true)
  }
  const payer = memberOf(entry.membership_owned)
  const amount = read(entry.amount)
  const allocations = entry.allocations.map((each) => ({
    who: memberOf(each.membership),
    amount: read(each.amount),
  }))
  if (!payer || allocations.some(({ who }) => !who))
    return draft.refuse(place, 'It names somebody who is not in the group')
  if (amount === null || allocations.some(({ amount }) => amount === null))
    return draft.refuse(place, `An amount cannot be read, or is not in ${currency}`)
  const shares = allocations
    .map(({ who, amount }) => ({ who: who!, amount: amount! }))
    .filter(({ amount }) => amount !== 0)
  const signs = new Set(shares.map(({ amount }) => Math.sign(amount)))
  const isSame = shares.reduce((sum, share) => sum + Math.abs(share.amount), 0) === Math.abs(amount)
  if (!isSame || signs.size > 1)
    return draft.refuse(place, 'The parts of the people do not add up to the amount')
  const sign = entry.type_transaction === 'INCOME' ? -1 : 1
  const total = sign * Math.abs(amount)
  const parts = shares.map(({ who, amount }) => ({ ...who, amount: sign * Math.abs(amount) }))
  const payers = [{ person: payer.person, amount: total }]
  draft.addRow(currency, payers, parts)
  const row = {
    place,
    date: readFileDate(entry.date, 'dayFirst'),
    description: entry.description ?? '',
    category: entry.category_custom ?? entry.category ?? null,
    currency,
  }
  const cells = [
    [payer.name, 'paid'],
    ...shares.map(({ who, amount }) => [who.name, String(Math.abs(amount))]),
  ] as [string, string][]
  if (entry.type_transaction !== 'BALANCE')
    return draft.addExpense({
      ...row,
      ...{ original: originalOf(entry, currency), amount: total, payers, shares: parts, cells },
    })
  draft.addPayments({ ...row, amount: total, cells }, payer.person, parts, ({ name, amount }) => [
    [payer.name, 'paid'],
    [name, String(amount)],
  ])
}

function originalOf({ amount_local: local, exchange_rate }: Entry, currency: CurrencyCode) {
  const other = local ? fileCurrency(local.currency) : null
  const decimal = local ? readDecimal(local.value, 'point') : null
  const minor = other && decimal && decimalToMinor(decimal, other)
  const rate = Number(exchange_rate ?? Number.NaN)
  if (!other || other === currency || !minor || !Number.isFinite(rate)) return null
  return { amount: Math.abs(minor.minor), currency: other, rate }
}
