// Deleting a trip and removing a guest erase their data: from the log, the read models and the bytes of the log's file,
// in SQLite and in EventStoreDB, which keeps the last event of every stream for ever.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { itineraryStreamType } from '#core/itinerary/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { optionalFields } from '#core/money/events.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { executeOperation } from '#core/store/operation.ts'
import { guestStreamType } from '#core/trips/guestContact.ts'
import { AddGuestOperation, ChangeGuestOperation } from '#core/trips/guests.ts'
import { DeleteTripOperation } from '#core/trips/operations.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { textsInFile } from '#tests/support/eventStoreServer/file.ts'
import { startEventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { type FrozenReadStore, createFrozenReadStore } from '#tests/platform/frozenReadStore.ts'

interface OpenedLog {
  store: EventStore
  /** What the log's files contain, once the store has freed what it frees. */
  bytes(): string
  close(): Promise<void>
}

const logs: Record<string, (folder: string) => Promise<OpenedLog>> = {
  async SQLite(folder) {
    const file = join(folder, 'events.db')
    const files = [file, `${file}-wal`, `${file}-shm`]
    const store = await openSqliteEventStore({ file, wipeMs: 10 })
    return {
      store,
      // Another process reads the files: closing them in this process would release the database's locks.
      bytes: () => execFileSync('cat', files.filter(existsSync), { encoding: 'latin1', maxBuffer: 1e8 }),
      close: () => store.close(),
    }
  },
  async EventStoreDB(folder) {
    const file = join(folder, 'log')
    const server = await startEventStoreServer({ file })
    const store = await openPatiently(server.url)
    return {
      store,
      bytes() {
        server.scavenge()
        return JSON.stringify(textsInFile(file))
      },
      async close() {
        await store.close()
        server.close()
      },
    }
  },
}

describe.each(Object.keys(logs))('over %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'trips-'))
  let log: OpenedLog
  let product: Product<'ann' | 'ben'>
  let readStore: FrozenReadStore

  const start = async () => {
    readStore = createFrozenReadStore()
    product = await startProduct({ people: ['ann', 'ben'], store: log.store, readStore })
  }
  beforeAll(async () => {
    log = await logs[name]!(folder)
    await start()
  })
  afterAll(async () => {
    await product.stop()
    await log.close()
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
      ...optionalFields(() => `https://${link}`),
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
    const events = JSON.stringify(await everything(product.store, ''))
    const views = JSON.stringify(readStore.all())
    const bytes = log.bytes()
    return of
      .flatMap((kind) => words[kind])
      .flatMap((word) => [
        ...(events.includes(word) ? [`${word} in the log`] : []),
        ...(views.includes(word) ? [`${word} in the views`] : []),
        ...(bytes.includes(word) ? [`${word} on disk`] : []),
      ])
  }

  const everyKind = Object.keys(words) as (keyof typeof words)[]
  async function expectGone(of: readonly (keyof typeof words)[]) {
    await expect.poll(() => readable(of)).toEqual([])
  }

  /** The command handler of a second process on the same log. */
  function anotherNode(): HandleCommand {
    const { store } = product
    const codec = createProductCodec()
    return createCommandHandler({ store, codec, reader: createStreamReader(store, codec) })
  }

  /** The trip's streams end with an event without content, and hold nothing else. */
  async function expectClosed(tripId: string) {
    const left = async () =>
      (await everything(product.store, ''))
        .filter(({ stream }) => stream.endsWith(tripId))
        .map(({ stream, type }) => `${stream} ${type}`)
        .toSorted()
    await expect
      .poll(left)
      .toEqual([
        `itinerary-${tripId} StreamErased`,
        `money-${tripId} StreamErased`,
        `trip-${tripId} TripDeleted`,
      ])
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
      await expectClosed(tripId)
      const [deleted] = await product.store.read(`trip-${tripId}`)
      expect(Object.keys(deleted!.data as object)).toEqual(['tripId', 'guestIds'])
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
      await start()
      await expectGone(everyKind)
      await expectClosed(tripId)
    })

    it('A log of a release that only truncated is erased by the next start', async () => {
      const { path, tripId } = await aTripWithEverything()
      await product.stop()
      for (const { prefix } of [moneyStreamType, itineraryStreamType])
        await product.store.truncate(prefix + tripId, 1000)
      const deleted = await executeOperation(product.server.operationDeps, DeleteTripOperation, {
        params: { tripId },
        body: undefined,
        by: product.people.ann,
        key: idFrom('test', path),
        requestId: 'r',
      })
      expect(deleted.refusal).toBeUndefined()
      await start()
      await expectGone(everyKind)
      await expectClosed(tripId)
    })

    it('Every command on a deleted trip gets 404, before and after its streams are erased', async () => {
      const { path, tripId } = await aTripWithEverything()
      const ann = product.as('ann')
      const answers = async () => [
        (await ann.put(path, { title: 'Again' })).status,
        (await ann.post(`${path}/expenses`, { description: 'Late', amount: 1, category: 'food' })).status,
        (await ann.post(`${path}/pool/contribute`, { amount: 1 })).status,
        (await ann.post(`/itineraries/${tripId}/items`, { title: 'Late' })).status,
        (await ann.post(`${path}/guest-participants`, { name: 'Late' })).status,
        (await ann.post(`${path}/chats`, { name: 'Late' })).status,
      ]
      expectSuccess(await ann.del(path))
      expect(await answers()).toEqual([404, 404, 404, 404, 404, 404])
      await expectClosed(tripId)
      expect(await answers()).toEqual([404, 404, 404, 404, 404, 404])
      await expectClosed(tripId)
    })

    it('A start on an erased log writes nothing to it', async () => {
      const gone = await aTripWithEverything()
      expectSuccess(await product.as('ann').del(gone.path))
      await expectGone(everyKind)
      await product.stop()
      const isErased = ({ type }: StoredEvent) => /^(TripDeleted|.*Erased|TripChatDeleted)$/.test(type)
      const before = (await everything(product.store, '')).filter(isErased)
      await start()
      // The erasers follow the log in its order, so a later trip is erased after they have met the earlier one again.
      const later = await aTripWithEverything()
      expectSuccess(await product.as('ann').del(later.path))
      await expectGone(everyKind)
      await expectClosed(later.tripId)
      const after = (await everything(product.store, '')).filter(isErased)
      expect(after.slice(0, before.length)).toEqual(before)
      expect(after.slice(before.length).filter(({ stream }) => stream.endsWith(gone.tripId))).toEqual([])
    })

    it('A change that another node decided before the trip was deleted gets 404, and revives nothing', async () => {
      const { path, tripId } = await aTripWithEverything()
      const handleCommand = anotherNode()
      const [decided, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = handleCommand(itineraryStreamType, tripId, {
        command: 'AddActivity',
        actor: product.people.ann.id,
        at: new Date().toISOString(),
        key: idFrom('late', tripId),
        digest: '',
        requestId: 'r',
        async decide() {
          decided.resolve()
          await erased.promise
          return [{ type: 'ActivityAdded', data: { activity: { id: 'a', title: words.trip[0] } } } as never]
        },
        toResponse: () => 'added',
      })
      await decided.promise
      expectSuccess(await product.as('ann').del(path))
      await expectClosed(tripId)
      erased.resolve()
      expect(await late).toEqual({ refusal: { refused: 'NotFound' } })
      await expectGone(everyKind)
      await expectClosed(tripId)
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

    it('A restored guest’s new contact details are erased with the trip', async () => {
      const { path, guest } = await aTripWithEverything()
      const ann = product.as('ann')
      expectSuccess(await ann.del(guest))
      await expectGone(['contact'])
      const { entries } = expectSuccess(await ann.get(`${path}/history?limit=1`))
      expectSuccess(await ann.post(`${path}/history/${entries[0].n}/undo`, {}))
      const [email, phone, notes] = words.contact
      expectSuccess(await ann.put(guest, { email, phone, notes }))
      await product.caughtUp()
      expect(await readable(['contact']), 'the premise: they are there').not.toEqual([])
      expectSuccess(await ann.del(path))
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

    it('The contact details of a guest who was refused on the trip are erased', async () => {
      const trip = await aTripWithEverything()
      expectSuccess(await product.as('ann').del(trip.guest))
      await expectGone(['contact'])
      const node = anotherNode()
      const deletingMeanwhile: HandleCommand = async (streamType, ...rest) => {
        const outcome = await node(streamType, ...rest)
        if (streamType.prefix === guestStreamType.prefix && rest[1].command === 'SetGuestContact') {
          await product.caughtUp()
          expect(await readable(['contact']), 'the premise: they were written').not.toEqual([])
          expectSuccess(await product.as('ann').del(trip.path))
        }
        return outcome
      }
      const [email, phone, notes] = words.contact
      const added = await executeOperation(
        { ...product.server.operationDeps, handleCommand: deletingMeanwhile },
        AddGuestOperation,
        {
          params: { tripId: trip.tripId },
          body: { name: words.guest[0], email, phone, notes },
          by: product.people.ann,
          key: idFrom('test', trip.path),
          requestId: 'r',
        },
      )
      expect(added.refusal).toEqual({ refused: 'NotFound' })
      await expectGone(everyKind)
    })

    it('A change of contact details that another node decided before the guest was removed gets 404', async () => {
      const { path, guest, tripId } = await aTripWithEverything()
      const guestId = guest.split('/').at(-1)!
      const node = anotherNode()
      const onceRemoved: HandleCommand = async (streamType, ...rest) => {
        if (streamType.prefix === guestStreamType.prefix) {
          expectSuccess(await product.as('ann').del(guest))
          await expectGone(['contact'])
        }
        return node(streamType, ...rest)
      }
      const late = await executeOperation(
        { ...product.server.operationDeps, handleCommand: onceRemoved },
        ChangeGuestOperation,
        {
          params: { tripId, guestId },
          body: { notes: words.contact[2] },
          by: product.people.ann,
          key: idFrom('late', guestId),
          requestId: 'r',
        },
      )
      expect(late).toMatchObject({ refusal: { refused: 'NotFound' } })
      await expectGone(['contact'])
      expectSuccess(await product.as('ann').del(path))
    })

    it('A removed guest without contact details can get none by a late change', async () => {
      const { path } = await aTripWithEverything()
      const ann = product.as('ann')
      const { guestParticipant } = expectSuccess(
        await ann.post(`${path}/guest-participants`, { name: 'Hal' }),
      )
      expectSuccess(await ann.del(`${path}/guest-participants/${guestParticipant.id}`))
      const types = async () =>
        (await product.store.read(`guest-${guestParticipant.id}`)).map(({ type }) => type)
      await expect.poll(types).toEqual(['GuestContactErased'])
      expectSuccess(await ann.del(path))
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
})
