// The contract of the store of replicas. Its tests are plain functions that throw, because the store only exists inside a
// browser: tests/platform/outbox/browser.process.test.ts runs them there.

import type { ExpenseRecord } from '#core/money/events.ts'
import { appendItem, updateItem } from '#projections/platform/chunks.ts'
import { emptyTripDocuments, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import type { CacheStore } from '#web/platform/offlineCache/cacheStore.ts'
import type { ReplicaStore, ReplicaStorePorts } from '#web/platform/replica/replicaStore.ts'

/** One empty database. */
export interface Browser {
  /** Of the database. */
  name: string
  /** The store of a tab of this database. */
  tab(ports?: Partial<ReplicaStorePorts>): ReplicaStore
  /** The rest of the offline cache, in the same database. */
  cache(): CacheStore
}

export const replicaStoreContract: Record<string, (browser: Browser) => Promise<void>> = {
  async 'A replica of 5,000 expenses is read after a reload exactly as it was written'({ tab }) {
    const replica = replicaAt('0001', withExpenses(5000))
    await tab().write('ann', 'lisbon', replica, 1)
    const read = await tab().read('ann', 'lisbon')
    same(read?.replica, replica)
    same(read?.at, 1)
    same(await tab().read('ann', 'other trip'), null)
  },

  async 'A change of one of 5,000 expenses writes its chunk and nothing else of the documents'({ tab }) {
    const [store, documents] = [tab(), withExpenses(5000)]
    const written = await store.write('ann', 'lisbon', replicaAt('0001', documents), 1)
    const replica = replicaAt('0002', renamed(documents, 'expense 777'))
    const puts = await putsDuring(() => store.write('ann', 'lisbon', replica, 2, written))
    same(puts, ['expenses 15', 'header'])
    same((await tab().read('ann', 'lisbon'))?.replica, replica)
  },

  async 'A tab that has read a replica writes only what changes in it'({ tab }) {
    await tab().write('ann', 'lisbon', replicaAt('0001', withExpenses(120)), 1)
    const store = tab()
    const { replica, written } = (await store.read('ann', 'lisbon'))!
    const after = replicaAt('0002', added(replica.documents, 'expense 120'))
    const puts = await putsDuring(() => store.write('ann', 'lisbon', after, 2, written))
    same(puts, ['expenses 2', 'header'])
    same((await tab().read('ann', 'lisbon'))?.replica, after)
  },

  async 'A chunk whose last expense was removed is not read any more'({ tab }) {
    const [store, documents] = [tab(), withExpenses(51)]
    const written = await store.write('ann', 'lisbon', replicaAt('0001', documents), 1)
    const expenses = updateItem(documents.expenses, 'expense 50', () => null)
    const after = replicaAt('0002', { ...documents, expenses })
    await store.write('ann', 'lisbon', after, 2, written)
    same((await tab().read('ann', 'lisbon'))?.replica, after)
  },

  async 'Of two tabs that write in turn, the store holds the newest replica of one, never parts of both'({
    tab,
  }) {
    const [here, there] = [tab(), tab()]
    const documents = withExpenses(200)
    const first = await here.write('ann', 'lisbon', replicaAt('0001', documents), 1)
    // The other tab's snapshot has other chunks.
    const others = { ...documents, expenses: [documents.expenses.flat()] }
    const second = await there.write('ann', 'lisbon', replicaAt('0002', others), 2)
    const third = replicaAt('0003', renamed(renamed(documents, 'expense 3'), 'expense 103'))
    await here.write('ann', 'lisbon', third, 3, first)
    same((await tab().read('ann', 'lisbon'))?.replica, third)
    const fourth = replicaAt('0004', renamed(others, 'expense 3'))
    await there.write('ann', 'lisbon', fourth, 4, second)
    same((await tab().read('ann', 'lisbon'))?.replica, fourth)
  },

  async 'Of two tabs that write at the same moment, the later position wins as a whole'({ tab }) {
    const [here, there] = [tab(), tab()]
    const documents = withExpenses(300)
    const first = await here.write('ann', 'lisbon', replicaAt('0001', documents), 1)
    const newest = replicaAt('0003', { ...documents, expenses: [documents.expenses.flat()] })
    await Promise.all([
      here.write('ann', 'lisbon', replicaAt('0002', renamed(documents, 'expense 3')), 2, first),
      there.write('ann', 'lisbon', newest, 2),
    ])
    same((await tab().read('ann', 'lisbon'))?.replica, newest)
  },

  async 'A tab that lags behind does not overwrite another tab’s newer replica'({ tab }) {
    const newer = replicaAt('0008', withExpenses(60))
    await tab().write('ann', 'lisbon', newer, 1)
    same(await tab().write('ann', 'lisbon', replicaAt('0007', withExpenses(59)), 2), undefined)
    same((await tab().read('ann', 'lisbon'))?.replica, newer)
  },

  async 'Another person reads nothing, and the cache opened for them removes the replica'({ tab, cache }) {
    await tab().write('ann', 'lisbon', replicaAt('0001', withExpenses(60)), 1)
    same(await tab().read('an', 'lisbon'), null)
    await cache().open('ann', 'shapes')
    same((await tab().read('ann', 'lisbon')) === null, false)
    await cache().open('ben', 'shapes')
    same(await tab().read('ann', 'lisbon'), null)
  },

  async 'A log-out removes the replica, and a tab that missed it writes nothing more'({ tab, cache }) {
    let present = 'ann'
    const store = tab({ isSignedIn: (by) => by === present })
    const written = await store.write('ann', 'lisbon', replicaAt('0001', withExpenses(60)), 1)
    present = 'nobody'
    await cache().clear()
    await store.write('ann', 'lisbon', replicaAt('0002', withExpenses(61)), 2, written)
    same(await store.read('ann', 'lisbon'), null)
  },

  async 'A removed replica is gone, and the other trips stay'({ tab }) {
    const store = tab()
    for (const tripId of ['lisbon', 'porto'])
      await store.write('ann', tripId, replicaAt('0001', withExpenses(60)), 1)
    await store.remove('ann', 'lisbon')
    same(await store.read('ann', 'lisbon'), null)
    same((await store.read('ann', 'porto')) === null, false)
  },

  async 'The ids of one person’s stored trips are read without their documents'({ tab }) {
    for (const [by, tripId] of [
      ['ann', 'lisbon'],
      ['ann', 'porto'],
      ['anna', 'faro'],
    ] as const)
      await tab().write(by, tripId, replicaAt('0001', withExpenses(1)), 1)
    same(await tab().tripIds('ann'), ['lisbon', 'porto'])
    same(await tab().tripIds('ben'), [])
  },

  async 'A build with documents of other shapes reads no replica, and its first write removes them'({ tab }) {
    await tab().write('ann', 'lisbon', replicaAt('0001', withExpenses(60)), 1)
    const next = tab({ version: 'next' })
    same(await next.read('ann', 'lisbon'), null)
    await next.write('ann', 'porto', replicaAt('0001', withExpenses(60)), 2)
    same(await tab().read('ann', 'lisbon'), null)
    same((await next.read('ann', 'porto')) === null, false)
  },

  async 'A database of an earlier build keeps its rows and takes replicas'({ name, tab, cache }) {
    await databaseOfVersion1(name)
    const replica = replicaAt('0001', withExpenses(60))
    await tab().write('ann', 'lisbon', replica, 1)
    same((await tab().read('ann', 'lisbon'))?.replica, replica)
    same((await cache().open('ann', 'shapes')).length, 1)
  },

  async 'A full store keeps the trips that were opened last'({ tab }) {
    const replica = replicaAt('0001', withExpenses(100))
    const store = tab({ maxText: 2.5 * JSON.stringify(replica.documents).length })
    for (const [at, tripId] of ['lisbon', 'porto', 'faro'].entries())
      await store.write('ann', tripId, replica, at)
    const isStored = async (tripId: string) => (await store.read('ann', tripId)) !== null
    same([await isStored('lisbon'), await isStored('porto'), await isStored('faro')], [false, true, true])
  },
}

/** As the builds made it that stored replicas among the rows. */
function databaseOfVersion1(name: string): Promise<void> {
  const opening = indexedDB.open(name, 1)
  return new Promise((resolve, reject) => {
    opening.addEventListener('upgradeneeded', () => {
      const rows = opening.result.createObjectStore('rows', { keyPath: ['by', 'name'] })
      rows.put({ by: 'ann', name: '/trips', text: '{}', position: '', at: 1 })
      opening.result.createObjectStore('facts').put('shapes', 'shapes')
    })
    opening.addEventListener('error', () => reject(opening.error!))
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}

const replicaAt = (position: string, documents: TripDocuments): TripReplica => ({
  position,
  revisions: { 'trip-lisbon': 0, 'money-lisbon': Number(position) },
  documents,
})

const expense = (id: string) => ({ id, description: `Dinner é 👨‍👩‍👧 ${id}`, amount: 1234 }) as ExpenseRecord

function added(documents: TripDocuments, id: string): TripDocuments {
  return { ...documents, expenses: appendItem(documents.expenses, expense(id)) }
}

function withExpenses(count: number): TripDocuments {
  let documents = emptyTripDocuments('lisbon')
  for (let n = 0; n < count; n++) documents = added(documents, `expense ${n}`)
  return documents
}

function renamed(documents: TripDocuments, id: string): TripDocuments {
  const expenses = updateItem(documents.expenses, id, (record) => ({ ...record, description: 'Changed' }))
  return { ...documents, expenses }
}

/** The ids of the pieces that the work writes, and `header`. */
async function putsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const puts: string[] = []
  const { prototype } = IDBObjectStore
  const { put } = prototype
  prototype.put = function counted(this: IDBObjectStore, value: { id?: string }) {
    puts.push(value.id ?? 'header')
    return put.call(this, value)
  }
  await work().finally(() => (prototype.put = put))
  return puts
}

function same(found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) throw new Error(`expected ${should?.slice(0, 200)}, found ${is?.slice(0, 200)}`)
}
