// The offline cache of a device: for one person only, never older than a later fetch, and limited in size.

import { describe, expect, test } from 'vitest'
import { memoryCacheStore } from '#tests/support/memoryCacheStore.ts'
import { createOfflineCache, isNewerEntry } from '#web/platform/offlineCache/offlineCache.ts'

const MINUTE_MS = 60_000

/** One browser, whose tabs share their storage. */
function browser(shapes = 'one build') {
  const store = memoryCacheStore()
  const place = { now: 1_000_000, present: 'ann' }
  const tab = (of = shapes) =>
    createOfflineCache({
      store,
      shapes: of,
      now: () => place.now,
      schedule: () => () => undefined,
      isSignedIn: (by) => by === place.present,
    })
  return { store, place, tab }
}

async function signedIn(given: ReturnType<typeof browser>, by = 'ann', shapes?: string) {
  given.place.present = by
  const seen = given.tab(shapes)
  await seen.open(by)
  return seen
}

test('A reload restores every entry with its position and the time of its fetch', async () => {
  const given = browser()
  const before = await signedIn(given)
  before.save('/trips', () => ({ trips: ['Lisbon'] }), '0007')
  await before.flush()
  given.place.now += MINUTE_MS
  const after = await signedIn(given)
  expect(after.find('/trips')).toEqual({
    value: { trips: ['Lisbon'] },
    position: '0007',
    fetchedAt: 1_000_000,
  })
  expect(after.find('/trips/other')).toBeNull()
})

describe('owner of the cache', () => {
  test('The next person on the device gets an empty cache, and the earlier entries are erased', async () => {
    const given = browser()
    const ann = await signedIn(given)
    ann.save('/trips', () => ({ of: 'ann' }))
    await ann.flush()
    const ben = await signedIn(given, 'ben')
    expect(ben.find('/trips')).toBeNull()
    expect((await signedIn(given)).find('/trips')).toBeNull()
  })

  test('Another person in the same tab gets none of the entries', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.save('/trips', () => ({ of: 'ann' }))
    await seen.open('ben')
    expect(seen.find('/trips')).toBeNull()
  })

  test('A log-out erases all entries, those still to be written included', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.save('/trips', () => ({ of: 'ann' }))
    await seen.flush()
    seen.save('/trips/1', () => ({ of: 'ann' }))
    await seen.clear()
    await seen.flush()
    expect(await given.store.open('ann', 'one build')).toEqual([])
  })

  test('A tab that missed the log-out in another tab writes nothing more', async () => {
    const given = browser()
    const [here, there] = [await signedIn(given), await signedIn(given)]
    here.save('/trips', () => ({ of: 'ann' }))
    given.place.present = 'nobody'
    await there.clear()
    await here.flush()
    expect(await given.store.open('ann', 'one build')).toEqual([])
  })
})

test('A tab that is suspended while it writes leaves nothing when another tab logs out meanwhile', async () => {
  const given = browser()
  const [here, there] = [await signedIn(given), await signedIn(given)]
  const { put } = given.store
  given.store.put = async (...written) => {
    given.place.present = 'nobody'
    await there.clear()
    return put(...written)
  }
  here.save('/trips', () => ({ of: 'ann' }))
  await here.flush()
  expect(await given.store.open('ann', 'one build')).toEqual([])
})

test('A build with other response shapes starts with an empty cache', async () => {
  const given = browser()
  const before = await signedIn(given)
  before.save('/trips', () => ({ trips: [] }))
  await before.flush()
  expect((await signedIn(given, 'ann', 'the next build')).find('/trips')).toBeNull()
})

describe('newer entry', () => {
  const at = 1_000_000
  const now = at + 2 * MINUTE_MS
  test('The entry with the later position in the log is newer, whichever arrived first', () => {
    expect(isNewerEntry({ position: '0008', at }, { position: '0007', at: at + 500 }, now)).toBe(true)
    expect(isNewerEntry({ position: '0007', at: at + 500 }, { position: '0008', at }, now)).toBe(false)
  })

  test('The later of two entries with one position is newer', () => {
    expect(isNewerEntry({ position: '0008', at: at + 1 }, { position: '0008', at }, now)).toBe(true)
    expect(isNewerEntry({ position: '0008', at }, { position: '0008', at: at + 1 }, now)).toBe(false)
  })

  test('An entry from a restored older log replaces newer ones when the server still returns it a minute later', () => {
    expect(isNewerEntry({ position: '0001', at: at + MINUTE_MS + 1 }, { position: '0008', at }, now)).toBe(
      true,
    )
  })

  test('An entry from a clock that was since set back is replaced by a present one', async () => {
    const given = browser()
    const before = await signedIn(given)
    before.save('list', () => ({ newest: 'of a day ahead' }))
    await before.flush()
    given.place.now -= 1000 * MINUTE_MS
    const after = await signedIn(given)
    after.save('list', () => ({ newest: 'of now' }))
    await after.flush()
    expect((await signedIn(given)).find('list')?.value).toEqual({ newest: 'of now' })
  })

  test('A tab that lags behind does not overwrite another tab’s newer entry', async () => {
    const given = browser()
    const [slow, quick] = [await signedIn(given), await signedIn(given)]
    slow.save('/trips', () => ({ n: 7 }), '0007')
    quick.save('/trips', () => ({ n: 8 }), '0008')
    await quick.flush()
    await slow.flush()
    expect((await signedIn(given)).find('/trips')?.value).toEqual({ n: 8 })
  })
})

describe('size of the cache', () => {
  test('The cache keeps the two hundred entries of three hundred that were fetched last', async () => {
    const given = browser()
    const seen = await signedIn(given)
    for (let i = 1; i <= 300; i++) {
      given.place.now += 1
      seen.save(`/trips/${i}`, () => ({ i }))
      if (i % 60 === 0) await seen.flush()
    }
    const again = await signedIn(given)
    const kept = Array.from({ length: 300 }, (_, i) => i + 1).filter(
      (i) => again.find(`/trips/${i}`) !== null,
    )
    expect(kept).toHaveLength(200)
    expect(kept[0]).toBe(101)
  })

  test('An entry that is too large is not kept, and its predecessor is removed', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.save('/trips/1/expenses', () => ({ text: 'short' }))
    await seen.flush()
    seen.save('/trips/1/expenses', () => ({ text: 'x'.repeat(1_000_001) }))
    await seen.flush()
    expect(seen.find('/trips/1/expenses')).toBeNull()
    expect((await signedIn(given)).find('/trips/1/expenses')).toBeNull()
  })

  test('An entry whose later fetch was refused is removed', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.save('/trips/1', () => ({ title: 'Lisbon' }))
    await seen.flush()
    seen.delete('/trips/1')
    expect(seen.find('/trips/1')).toBeNull()
    expect((await signedIn(given)).find('/trips/1')).toBeNull()
  })

  test('A full device keeps nothing, without an error', async () => {
    const store = { ...memoryCacheStore(), put: () => Promise.reject(new Error('QuotaExceededError')) }
    const now = () => 1
    const seen = createOfflineCache({
      store,
      shapes: '',
      now,
      schedule: () => () => undefined,
      isSignedIn: () => true,
    })
    await seen.open('ann')
    seen.save('/trips', () => ({ n: 1 }))
    await seen.flush()
    expect(seen.find('/trips')?.value).toEqual({ n: 1 })
  })
})
