// The archive of a trip: exported and imported it is an equal trip, and a changed byte is found and named.

import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceTables } from '#web/money/imports/balanceTables.ts'
import { idsOnTrip, sortByPresence } from '#web/money/imports/recordsOnTrip.ts'
import { packArchive } from '#core/imports/archiveFiles.ts'
import { readImportFile } from '#core/imports/readImportFile.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { jpeg, pdf, sha256OfBytes } from '#tests/support/pictures.ts'
import { anyArchivedTrip, archiveOf, importAsNewTrip, makeTrip } from '#tests/imports/archivedTrips.ts'
import { readRecognized, refusalOf } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const TODAY = '2026-05-02'

let product: Product<'ann' | 'ben'>
const ann = () => product.as('ann')
let tripId: string
let archive: Uint8Array

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'], env: { RATE_LIMIT: 'off' } })
  tripId = await makeTrip(product, {
    ...{ currency: 'HKD', guests: 2, leaves: true, status: 'confirmed', budget: 5000 },
    expenses: [
      { cents: 10_000, who: 0, others: 15, mode: 'equal', payers: 'two', kind: 'expense', isForeign: true },
      { cents: 5001, who: 1, others: 7, mode: 'shares', payers: 'one', kind: 'expense', isForeign: false },
    ],
    deposits: [{ cents: 20_000, who: 2, keeper: 3 }],
    payments: [{ cents: 300, who: 1, to: 0, isForeign: true }],
    claims: null,
    activities: [{ day: 1, hour: 9, long: true }],
  })
  archive = await archiveOf(ann(), tripId)
})
afterAll(() => product.stop())

/** What everybody sees of a trip, by names instead of ids and accounts. */
async function shownOf(id: string) {
  const path = `/trips/${id}`
  const get = async (part: string) => expectSuccess(await ann().get(`${path}${part}`))
  const { trip } = await get('')
  const { itinerary } = await get('/itinerary')
  const { balances } = await get('/balances')
  const { expenses } = await get('/expenses')
  const { payments } = await get('/payments')
  const { settlement } = await get('/settlement')
  const pool = await get('/pool')
  const names = new Map<string, string>(
    balances.map((person: { id: string; name: string }) => [person.id, person.name]),
  )
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    if (typeof value === 'string') return names.get(value) ?? value
    if (typeof value !== 'object' || value === null) return value
    const left = new Set([
      'id',
      'type',
      'tripId',
      'createdAt',
      'updatedAt',
      'revision',
      'createdBy',
      'userId',
      'user',
      'role',
      'email',
      'phone',
      'status',
    ])
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, of]) =>
        key === 'id' && names.has(of as string)
          ? [['id', names.get(of as string)]]
          : left.has(key)
            ? []
            : [[key, named(of)]],
      ),
    )
  }
  const byText = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort()
  const { title, destination, description, startDate, endDate, currency, budget, status } = trip
  return {
    details: { title, destination, description, startDate, endDate, currency, budget, status },
    itinerary: named(itinerary.items.map(({ sortOrder: _, ...item }: Record<string, unknown>) => item)),
    statuses: itinerary.items.map(({ status: of }: { status: string }) => of),
    balances: byText(named(balances) as unknown[]),
    expenses: byText(named(expenses) as unknown[]),
    pool: [pool.balance, byText(named(pool.transactions) as unknown[])],
    payments: byText(named(payments) as unknown[]),
    settlement: {
      // On the ids depend which of several plans with as few payments is shown, so whom the pool pays, and in whose part of
      // its shortfall an odd cent is.
      participants: byText(
        named(
          settlement.participants.map(
            ({ poolRefund: _, shortfall: __, ...person }: Record<string, unknown>) => person,
          ),
        ) as unknown[],
      ),
      payments: settlement.payments.length,
      summary: settlement.summary,
      poolBalance: settlement.poolBalance,
      isSettled: settlement.isSettled,
    },
  }
}

describe('a trip and its archive', () => {
  test('Exported and imported as a new trip, details, itinerary, money and settlement are the same to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(anyArchivedTrip, async (of) => {
        const first = await makeTrip(product, of)
        const parsed = readRecognized(await archiveOf(ann(), first))
        expect([parsed.refused, parsed.questions]).toEqual([[], []])
        expect(balanceTables(parsed).every(({ rows }) => rows.every(({ isSame }) => isSame))).toBe(true)
        const source = { client: ann(), myId: product.people.ann.id, parsed }
        const second = await importAsNewTrip(source, TODAY)
        expect(await shownOf(second)).toEqual(await shownOf(first))
        // Ben can have 200 open invitations.
        for (const id of [first, second]) expectSuccess(await ann().del(`/trips/${id}`))
      }),
      { ...runs, numRuns: Math.max(15, Math.round(runs.numRuns! / 10)) },
    )
  })

  test('Photos and PDF files come along, each once and with its hash, without those that were gone at the export', async () => {
    const [photo, gone] = [jpeg({ width: 320, height: 240 }), pdf()]
    const first = await makeTrip(product, {
      ...{ currency: 'HKD', guests: 0, leaves: false, status: 'planning', budget: null, claims: null },
      ...{ expenses: [], deposits: [], payments: [], activities: [] },
    })
    const upload = async (bytes: Uint8Array) => {
      const { file } = expectSuccess(await ann().put(`/files/${sha256OfBytes(bytes)}`, bytes))
      return { ...file, thumb: null }
    }
    const [receipt, lost] = [await upload(photo), await upload(gone)]
    const spent = { ...anExpense, sharedBy: [product.people.ann.id], receipts: [receipt, lost] }
    expectSuccess(await ann().post(`/trips/${first}/expenses`, spent))
    const item = { date: aTrip.startDate, startTime: '10:00', title: 'Museum', attachments: [receipt] }
    expectSuccess(await ann().post(`/itineraries/${first}/items`, item))
    const file = await archiveOf(ann(), first, new Map([[receipt.hash, photo]]))
    const zip = unzipSync(file)
    const path = `files/${receipt.hash}.jpg`
    expect(Object.keys(zip).filter((name) => name.startsWith('files/'))).toEqual([path])
    expect(zip[path]).toEqual(new Uint8Array(photo))

    const source = { client: ann(), myId: product.people.ann.id, parsed: readRecognized(file), archive: file }
    const second = await importAsNewTrip(source, TODAY)
    const { expenses } = expectSuccess(await ann().get(`/trips/${second}/expenses`))
    expect(expenses).toMatchObject([{ receipts: [receipt] }])
    const { itinerary } = expectSuccess(await ann().get(`/trips/${second}/itinerary`))
    expect(itinerary.items).toMatchObject([{ attachments: [receipt] }])

    const changed = { ...zip, [path]: new Uint8Array(jpeg({ width: 320, height: 241 })) }
    expect(refusalOf(zipSync(changed))).toBe(
      `“${path}” was changed after the export, so nothing of the file was read.`,
    )
  })

  test('Expenses in another currency that name a claimed guest and their user come back to the cent', async () => {
    const expense = {
      cents: 20_124,
      who: 0,
      others: 11,
      mode: 'equal',
      payers: 'one',
      isForeign: true,
    } as const
    const first = await makeTrip(product, {
      ...{ currency: 'HKD', guests: 2, leaves: false, status: 'planning', budget: null, claims: 'ben' },
      // Their ids decide about the odd cents, of which some are none that one person has.
      expenses: Array.from({ length: 12 }, () => ({ ...expense, kind: 'expense' as const })),
      ...{ deposits: [], payments: [], activities: [] },
    })
    const parsed = readRecognized(await archiveOf(ann(), first))
    const second = await importAsNewTrip({ client: ann(), myId: product.people.ann.id, parsed }, TODAY)
    expect(await shownOf(second)).toEqual(await shownOf(first))
  })

  test('The archive of the imported trip has the same records again', async () => {
    const parsed = readRecognized(archive)
    const source = { client: ann(), myId: product.people.ann.id, parsed }
    const again = readRecognized(await archiveOf(ann(), await importAsNewTrip(source, TODAY)))
    const recordsIn = ({ records }: typeof parsed) =>
      records.map(({ kind, date: _, description, amount }) => [kind, description, amount].join(' ')).sort()
    expect(recordsIn(again)).toEqual(recordsIn(parsed))
    const peopleIn = ({ people }: typeof parsed) =>
      people.map(({ name, isFormer }) => `${name} ${isFormer}`).sort()
    expect(peopleIn(again)).toEqual(peopleIn(parsed))
  })

  test('A trip that has begun long ago is imported, and cannot be planned', async () => {
    const past = { ...aTrip, startDate: '2020-05-04', endDate: '2020-05-09' }
    expect((await ann().post('/trips', past)).status).toBe(400)
    const { trip } = expectSuccess(await ann().post('/trips', { ...past, isImported: true }))
    expect(trip.startDate).toBe('2020-05-04')
  })

  test('The same trip gives the same bytes, and messages and others’ invitations are not in them', async () => {
    expect(await archiveOf(ann(), tripId)).toEqual(archive)
    const files = unzipSync(archive)
    expect(Object.keys(files)).toEqual([
      ...['manifest.json', 'manifest.sha256', 'READ ME.txt', 'trip.json', 'events.jsonl', 'contacts.json'],
      ...['expenses.csv', 'itinerary.csv', 'settlement.csv'],
    ])
    expect(new TextDecoder().decode(files['itinerary.csv'])).toContain(',09:30,10:30,Walk 9,Peak,planned,')
  })

  test('Who asked to join, and why, is not in the organizer’s file, whose chain still holds', async () => {
    const { trip } = expectSuccess(await ann().post('/trips', { ...aTrip, isPublic: true }))
    const asked = { message: 'I broke up with Cat' }
    expectSuccess(await product.as('ben').post(`/trips/${trip.id}/join-requests`, asked))
    const file = await archiveOf(ann(), trip.id)
    const { 'events.jsonl': events } = unzipSync(file)
    const text = new TextDecoder().decode(events)
    for (const secret of [asked.message, product.people.ben.id]) expect(text).not.toContain(secret)
    expect(readRecognized(file).groupTitle).toBe(aTrip.title)
  })

  test('Imported into its own trip, every record is there already', () => {
    const parsed = readRecognized(archive)
    const ids = parsed.records.map(({ stored }) => stored!.id)
    const trip = { idOf: idsOnTrip(tripId), expenses: [], otherIds: ids }
    expect(sortByPresence(parsed.records, trip).present).toHaveLength(parsed.records.length)
  })
})

const sentenceOf = (bytes: Uint8Array) => refusalOf(bytes)
const changedFile = (path: string, change: (text: string) => string): Uint8Array => {
  const files = unzipSync(archive)
  files[path] = new TextEncoder().encode(change(new TextDecoder().decode(files[path])))
  return zipSync(files)
}

describe('a file that is not as it was exported', () => {
  test('The file in which a byte was changed is named', () => {
    for (const path of Object.keys(unzipSync(archive)).filter((each) => each !== 'manifest.sha256')) {
      const changed = changedFile(path, (text) => `${text.slice(0, -2)}~${text.slice(-1)}`)
      expect(sentenceOf(changed)).toBe(
        `“${path}” was changed after the export, so nothing of the file was read.`,
      )
    }
  })

  test('A file that is missing or was added is named', () => {
    const { 'expenses.csv': _, ...rest } = unzipSync(archive)
    expect(sentenceOf(zipSync(rest))).toContain('“expenses.csv” is missing')
    const more = { ...unzipSync(archive), 'more.txt': new Uint8Array(1) }
    expect(sentenceOf(zipSync(more))).toContain('“more.txt” was added')
  })

  test('An archive that another tool packed again, stored or deflated, with its folder, is read', () => {
    for (const level of [0, 9] as const) {
      const files = Object.entries(unzipSync(archive)).map(([path, bytes]) => [`trip/${path}`, bytes])
      const packed = { ...Object.fromEntries(files), '__MACOSX/trip/._manifest.json': new Uint8Array(3) }
      expect(readRecognized(zipSync(packed, { level })).records).toEqual(readRecognized(archive).records)
    }
  })

  test('A changed byte anywhere is refused, or changes nothing that is read', () => {
    const { records, people, trip } = readRecognized(archive)
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = archive.slice()
        changed[at]! ^= by
        const parsed = readImportFile(changed)
        if (parsed.kind === 'refused') expect(parsed.reason).toMatch(/^[A-Z“].*\.$/)
        else expect(parsed).toMatchObject({ records, people, trip })
      }),
      runs,
    )
  })

  test('An archive that is cut off anywhere is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: archive.length - 1 }), (length) => {
        expect(sentenceOf(archive.subarray(0, length))).toBe('The ZIP file is damaged or cut off.')
      }),
      runs,
    )
  })

  test('An archive whose hashes were written again is refused by its hash chain', () => {
    const decoder = new TextDecoder()
    const texts = new Map(
      Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, decoder.decode(bytes)]),
    )
    const manifest = JSON.parse(texts.get('manifest.json')!)
    texts.delete('manifest.json')
    texts.delete('manifest.sha256')
    const pack = () => packArchive(manifest, texts)
    expect(readRecognized(pack()).records).toHaveLength(4)
    texts.set('events.jsonl', texts.get('events.jsonl')!.replace('For the boat', 'For the ship'))
    expect(sentenceOf(pack())).toMatch(/^“events\.jsonl” was changed after the export \(event \d+ of money-/)
  })
})

describe('an archive that somebody made by hand', () => {
  const madeOf = (change: { trip?: (text: string) => string; event?: string }) => {
    const { 'trip.json': trip } = unzipSync(archive)
    const text = new TextDecoder().decode(trip)
    return packArchive(
      { trip: { id: tripId, title: 'Made' }, streams: [] },
      new Map([
        ['trip.json', change.trip?.(text) ?? text],
        ['events.jsonl', change.event ?? ''],
      ]),
    )
  }

  test('An event that no log contains is refused with a sentence', () => {
    const deep = '['.repeat(100) + ']'.repeat(100)
    for (const data of [deep, '1e999']) {
      const event = `{"stream":"s","revision":0,"type":"x","data":${data},"meta":{"prev":null}}`
      expect(sentenceOf(madeOf({ event }))).toContain('(a line that is no event)')
    }
  })

  test('A person with the id of an inherited property is owed a number', () => {
    const withoutBalance = (text: string) => {
      const trip = JSON.parse(text.replaceAll(product.people.ben.id, 'constructor'))
      delete trip.balances.constructor
      return JSON.stringify(trip)
    }
    const { fileTotals } = readRecognized(madeOf({ trip: withoutBalance }))
    for (const total of fileTotals!.get('HKD')!.values()) expect(total).toBeTypeOf('number')
  })
})

describe('other ZIP files', () => {
  const OTHER = /^This is a ZIP archive or a workbook of a spreadsheet/

  test('A ZIP file of another kind, also one with a manifest, is refused with a sentence', () => {
    expect(sentenceOf(zipSync({ 'xl/workbook.xml': new Uint8Array(9) }))).toMatch(OTHER)
    expect(sentenceOf(zipSync({ 'manifest.json': new TextEncoder().encode('{"name":"app"}') }))).toMatch(
      OTHER,
    )
  })

  test('A bomb is refused before it fills the memory, whatever sizes it declares', () => {
    const bomb = zipSync({ 'manifest.json': new Uint8Array(80_000_000) }, { level: 9 })
    expect(sentenceOf(bomb)).toBe('The ZIP file unpacks to more than 64 MB.')
    const lying = bomb.slice()
    const view = new DataView(lying.buffer)
    const directory = view.getUint32(lying.length - 6, true)
    view.setUint32(directory + 24, 1000, true)
    expect(sentenceOf(lying)).toBe('“manifest.json” in the ZIP file is damaged.')
  })

  test('Too many files, a path outside the folder and a password are refused', () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`f${n}`, new Uint8Array(1)]))
    const first = { 'manifest.json': new Uint8Array(1) }
    expect(sentenceOf(zipSync({ ...first, ...many }))).toBe('The ZIP file has more than 5000 files.')
    expect(sentenceOf(zipSync({ ...first, '../evil': new Uint8Array(1) }))).toBe(
      'The ZIP file has a file outside its folder: “../evil”.',
    )
    const locked = zipSync(first)
    const directory = new DataView(locked.buffer).getUint32(locked.length - 6, true)
    locked[directory + 8]! |= 1
    expect(sentenceOf(locked)).toBe('The ZIP file is protected by a password.')
  })

  test('A file of more than 5 MB is refused, and a ZIP file that is larger than all photos of a trip', () => {
    const large = new Uint8Array(206 * 1024 * 1024)
    large.set([0x50, 0x4b, 0x03, 0x04])
    expect(sentenceOf(large)).toBe('The file is larger than 205 MB.')
    expect(sentenceOf(new Uint8Array(6_000_000).fill(0x61))).toBe('The file is larger than 5 MB.')
  })
})
