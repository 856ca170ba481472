// Deleting a trip and removing a guest erase their data: from the log, the read models and the bytes of the file.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { executeOperation } from '#core/store/operation.ts'
import { DeleteTripOperation } from '#core/trips/operations.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { type FrozenReadStore, createFrozenReadStore } from '#tests/platform/frozenReadStore.ts'

const folder = mkdtempSync(join(tmpdir(), 'trips-'))
const file = join(folder, 'events.db')
let product: Product<'ann' | 'ben'>
let readStore: FrozenReadStore

beforeAll(async () => {
  const store = await openSqliteEventStore({ file, wipeMs: 10 })
  readStore = createFrozenReadStore()
  product = await startProduct({ people: ['ann', 'ben'], store, readStore })
})
afterAll(async () => {
  await product.stop()
  await product.store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Unique words, one for each stored text. */
const words = {
  trip: ['Zanzibarring', 'Quokkaville', 'Xylophonic plans'],
  money: ['Jambalayadinner', 'receipts.example/Wombat', 'Yodelnote', 'Krillpot'],
  guest: ['Marmaladova'],
  contact: ['marmota@fjord.example', '+999 777 55501', 'Allergictoplums'],
  chat: ['Gossipcorner', 'Whisperedwords'],
}

async function aTripWithEverything() {
  const ann = product.as('ann')
  const [title, destination, description] = words.trip
  const plan = { ...aTrip, title, destination, description, inviteUserIds: [product.people.ben.id] }
  const path = `/trips/${expectSuccess(await ann.post('/trips', plan)).trip.id}`
  const [email, phone, notes] = words.contact
  const guest = { name: words.guest[0], email, phone, notes }
  const { guestParticipant } = expectSuccess(await ann.post(`${path}/guest-participants`, guest))
  const [dinner, link, note, pot] = words.money
  const sharedBy = [product.people.ben.id, { id: guestParticipant.id, type: 'guest' }]
  const expense = {
    description: dinner,
    amount: 9,
    category: 'food',
    sharedBy,
    receiptUrl: `https://${link}`,
  }
  expectSuccess(await ann.post(`${path}/expenses`, expense))
  expectSuccess(await ann.post(`${path}/pool/contribute`, { amount: 5, description: pot }))
  const from = { id: product.people.ann.id, type: 'user' }
  const to = { id: guestParticipant.id, type: 'guest' }
  expectSuccess(await ann.post(`${path}/payments`, { from, to, amount: 2, note }))
  const [name, said] = words.chat
  const { chat } = expectSuccess(await ann.post(`${path}/chats`, { name }))
  expectSuccess(await ann.post(`/conversations/${chat.id}/messages`, { content: said }))
  return {
    path,
    tripId: path.slice('/trips/'.length),
    guest: `${path}/guest-participants/${guestParticipant.id}`,
  }
}

/** The words that are still in the log, in the documents, and in the bytes of the files. */
async function readable(of: readonly (keyof typeof words)[]) {
  const log = JSON.stringify(await everything(product.store, ''))
  const views = JSON.stringify(readStore.all())
  const bytes = bytesOnDisk()
  return of
    .flatMap((kind) => words[kind])
    .flatMap((word) => [
      ...(log.includes(word) ? [`${word} in the log`] : []),
      ...(views.includes(word) ? [`${word} in the views`] : []),
      ...(bytes.includes(word) ? [`${word} on disk`] : []),
    ])
}

/** Another process reads the files: closing them in this process would release the database's locks. */
function bytesOnDisk(): string {
  const files = [file, `${file}-wal`, `${file}-shm`].filter(existsSync)
  return execFileSync('cat', files, { encoding: 'latin1', maxBuffer: 1e8 })
}

const everyKind = Object.keys(words) as (keyof typeof words)[]
async function expectGone(of: readonly (keyof typeof words)[]) {
  await expect.poll(() => readable(of)).toEqual([])
}

describe('deleting a trip', () => {
  it('A deleted trip leaves only its deletion in the log', async () => {
    const { path, tripId } = await aTripWithEverything()
    await product.caughtUp()
    expect(await readable(everyKind), 'the premise: all of it is there').toHaveLength(
      3 * everyKind.flatMap((kind) => words[kind]).length,
    )
    expectSuccess(await product.as('ann').del(path))
    await expectGone(everyKind)
    const left = (await everything(product.store, '')).filter(({ stream }) => stream.endsWith(tripId))
    expect(left.map(({ stream, type }) => `${stream} ${type}`)).toEqual([`trip-${tripId} TripDeleted`])
    expect(Object.keys(left[0]!.data as object)).toEqual(['tripId', 'guestIds'])
  })

  it('An interrupted deletion is finished by the next start', async () => {
    const { tripId } = await aTripWithEverything()
    await product.stop()
    const deleted = await executeOperation(product.server.operationDeps, DeleteTripOperation, {
      params: { tripId },
      body: undefined,
      by: product.people.ann,
      key: idFrom('test', 'delete'),
      requestId: 'r',
    })
    expect(deleted.refusal).toBeUndefined()
    expect(await readable(['money']), 'the premise: nobody was there to erase it').not.toEqual([])
    readStore = createFrozenReadStore()
    product = await startProduct({ people: ['ann', 'ben'], store: product.store, readStore })
    await expectGone(everyKind)
  })
})

describe('removing a guest', () => {
  it('A removed guest’s contact details are erased, and their name stays with their money', async () => {
    const { path, guest } = await aTripWithEverything()
    expectSuccess(await product.as('ann').del(guest))
    await expectGone(['contact'])
    const { balances } = expectSuccess(await product.as('ann').get(`${path}/balances`))
    expect(balances).toContainEqual(expect.objectContaining({ name: words.guest[0], left: true }))
    const { participants } = expectSuccess(await product.as('ann').get(`${path}/all-participants`))
    expect(participants.guests).toEqual([])
    expectSuccess(await product.as('ann').del(path))
    await expectGone(everyKind)
  })

  it('A removed guest leaves no digest from which a phone number could be guessed', async () => {
    const { path } = await aTripWithEverything()
    const add = (phone: string) => {
      const key = idFrom('test', path)
      return product.as('ann').post(`${path}/guest-participants`, { name: 'Hal', phone }, { key })
    }
    const first = await add('+999 111 00001')
    const again = await add('+999 111 00002')
    // If the digest contained the number, another number under the same key would be another request.
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expectSuccess(await product.as('ann').del(path))
  })

  it('A change of a guest’s contact details erases the old ones', async () => {
    const { path, guest } = await aTripWithEverything()
    expectSuccess(await product.as('ann').put(guest, { email: null, phone: null, notes: null }))
    await expectGone(['contact'])
    expectSuccess(await product.as('ann').del(path))
  })
})

describe('an account’s address', () => {
  it('An account’s address is in the account’s own stream and in no trip', async () => {
    await aTripWithEverything()
    const log = await everything(product.store, '')
    const others = log.filter(({ stream }) => !stream.startsWith('user-'))
    expect(JSON.stringify(log)).toContain('ben@example.com')
    expect(JSON.stringify(others)).not.toContain('@example.com')
  })
})
