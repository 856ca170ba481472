// The exported file proves itself: it verifies as exported, and any changed byte is found and named.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctionsOf } from '#core/history/corrections.ts'
import type { HistoryExport } from '#core/history/contract.ts'
import { exportFile } from '#web/history/exportFile.ts'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { RecordedEvent } from '#core/kernel/decider.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { repairLog } from '#api/stores/repairLog.ts'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const checker = readFileSync(join(import.meta.dirname, '../../web/history/exported/check.js'), 'utf8')
interface Checker {
  sha256(text: string): string
  canonical(value: unknown): string
  check(lines: string[], numbers: number[]): string[]
  checkTexts(entries: { n: string; sum: string; text: string }[]): string[]
}
const { sha256, canonical, ...own } = runInNewContext(
  `${checker}; ({ sha256, canonical, check, checkTexts })`,
  { TextEncoder },
) as Checker

let product: Product<'ann' | 'ben'>
let taken: HistoryExport
let file: string

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'] })
  const { ann, ben } = product.people
  const plan = { ...aTrip, title: 'Lisbon </script> & “more”', isPublic: true, inviteUserIds: [ben.id] }
  const tripId = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  const path = `/trips/${tripId}`
  for (const amount of [12, 13, 14, 15])
    expectSuccess(
      await product.as('ann').post(`${path}/expenses`, { ...anExpense, amount, sharedBy: [ann.id] }),
    )
  const { chat } = expectSuccess(
    await product.as('ben').post(`${path}/chats`, { name: 'Food', description: 'One\ntwo' }),
  )
  expectSuccess(await product.as('ben').post(`/conversations/${chat.id}/messages`, { content: 'Hello' }))
  expectSuccess(await product.as('ben').put(`${path}/chats/${chat.id}`, { name: 'Drinks' }))
  taken = expectSuccess(await product.as('ben').get(`${path}/history/export`))
  file = exportFile(taken, { checker, takenAt: '2026-05-02T10:00:00.000Z' })
})
afterAll(() => product.stop())

/** As the check reads the file's list of changes. */
const numbersIn = (text: string) => [...text.matchAll(/data-n="(\d+)"/g)].map(([, n]) => Number(n))

const check = (lines: string[]) =>
  own.check(
    lines,
    taken.entries.map(({ n }) => n),
  )

const linesOf = (text: string) =>
  /<script type="text\/plain" id="chains">([^]*?)<\/script>/.exec(text)![1]!.trim().split('\n')

describe('hashes of the file', () => {
  it('The script in the file hashes like SHA-256, for texts of any length and script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
      }),
    )
    for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 1000])
      expect(sha256('a'.repeat(length))).toBe(createHash('sha256').update('a'.repeat(length)).digest('hex'))
  })

  it('The script in the file hashes the same canonical text as the log', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonical(value) === canonicalJson(value)))
  })
})

describe('the exported file', () => {
  it('The exported file verifies as it was exported', () => {
    expect(check(linesOf(file))).toEqual([])
  })

  it('The organizer’s exported file contains no join requests, lists who was accepted, and verifies', async () => {
    const ann = product.as('ann')
    const path = `/trips/${expectSuccess(await ann.post('/trips', { ...aTrip, isPublic: true })).trip.id}`
    for (const response of ['declined', 'accepted']) {
      const asked = await product.as('ben').post(`${path}/join-requests`, { message: `Please ${response}` })
      const { invitation } = expectSuccess(asked)
      expectSuccess(await ann.put(`/trip-invitations/${invitation.id}/respond`, { response }))
    }
    const history: HistoryExport = expectSuccess(await ann.get(`${path}/history/export`))
    expect(
      history.entries.map(({ type }) => type),
      'the premise: the organizer sees them',
    ).toEqual([
      'TripPlanned',
      'JoinRequestMade',
      'JoinRequestDeclined',
      'JoinRequestMade',
      'JoinRequestAccepted',
    ])
    const text = exportFile(history, { checker, takenAt: '2026-05-02T10:00:00.000Z' })
    expect(text).not.toContain('Please')
    expect(text).not.toContain('JoinRequestDeclined')
    expect(numbersIn(text)).toEqual([1, 5])
    expect(own.check(linesOf(text), numbersIn(text))).toEqual([])
  })

  it('The export of a repaired chain verifies, and that of a broken one does not', async () => {
    const ann = product.as('ann')
    const { id } = expectSuccess(await ann.post('/trips', aTrip)).trip
    expectSuccess(
      await ann.post(`/trips/${id}/expenses`, { ...anExpense, sharedBy: [product.people.ann.id] }),
    )
    const { store } = product
    const [first] = await store.read(`money-${id}`)
    await store.append(`money-${id}`, 0, [{ ...first!, meta: { ...first!.meta, requestId: 'other node' } }])
    const problems = async () => {
      const history: HistoryExport = expectSuccess(await ann.get(`/trips/${id}/history/export`))
      const text = exportFile(history, { checker, takenAt: '2026-05-02T10:00:00.000Z' })
      return own.check(linesOf(text), numbersIn(text))
    }
    await expect.poll(problems).toEqual([expect.stringContaining('event 0) of money-') as string])
    const at = '2026-05-02T10:00:00.000Z'
    const corrections = (events: readonly RecordedEvent[]) => correctionsOf(events, { at, sha256 })
    await repairLog({ store, codec: createProductCodec(), correctionsOf: corrections, at }, true)
    await expect.poll(problems).toEqual([])
  })

  it('The exported file contains no program but its own, whatever a trip is called', () => {
    expect(file.match(/<script/g)).toHaveLength(2)
    expect(file.match(/<\/script>/g)).toHaveLength(2)
  })

  it('The check names the one event in which an amount was changed', () => {
    const money = taken.streams.find(({ stream }) => stream.startsWith('money-'))!.stream
    const changed = file.replace('"amount":1400', '"amount":1401')
    expect(changed).not.toBe(file)
    expect(check(linesOf(changed))).toEqual([`Change 5 (ExpenseAdded, event 2) of ${money} was changed.`])
    // Also the newest event, which no later hash covers.
    const newest = file.replace('"amount":1500', '"amount":9500')
    expect(check(linesOf(newest))).toEqual([`Change 6 (ExpenseAdded, event 3) of ${money} was changed.`])
  })

  it('The check names a line that was removed', () => {
    const lines = linesOf(file)
    const at = lines.findIndex((line) => line.includes('"amount":1300'))
    expect(check(lines.toSpliced(at, 1)).join(' ')).toContain('missing before event 1 of money-')
  })

  it('The check finds any changed character, wherever among the chains', () => {
    const text = linesOf(file).join('\n')
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'x', '"', ' '), (at, put) => {
        fc.pre(text[at] !== put && text[at] !== '\n')
        const changed = text.slice(0, at) + put + text.slice(at + 1)
        const isSameJson = () => {
          try {
            const [was, is] = [text, changed].map((all) =>
              all.split('\n').map((line) => JSON.parse(line.replace(/^#\S+ /, ''))),
            )
            return canonicalJson(was) === canonicalJson(is)
          } catch {
            return false
          }
        }
        fc.pre(!isSameJson())
        expect(check(changed.split('\n'))).not.toEqual([])
      }),
      // This character before the end of a chain is neither in the hash nor in the hashed text.
      { numRuns: 300, examples: [[65, '0']] },
    )
  })

  it('The check finds changed texts', () => {
    const [entry] = taken.entries
    const sum = createHash('sha256').update(`1 ${entry!.text}`).digest('hex')
    expect(own.checkTexts([{ n: '1', sum, text: entry!.text }])).toEqual([])
    expect(own.checkTexts([{ n: '1', sum, text: `${entry!.text}!` }])).toEqual([
      'The text of change 1 was changed.',
    ])
  })
})
