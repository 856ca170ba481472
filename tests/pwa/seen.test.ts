// What a device keeps of what somebody saw: for them alone, never older than what they saw since, and not for ever.

import { describe, expect, test } from 'vitest'
import { memoryCacheStore } from '#web/platform/offlineCache/memoryCacheStore.ts'
import { createOfflineCache, isNewerEntry } from '#web/platform/offlineCache/offlineCache.ts'

const MINUTE_MS = 60_000

/** One browser, whose tabs share what it keeps. */
function browser(shapes = 'one build') {
  const store = memoryCacheStore()
  const place = { now: 1_000_000, present: 'ann' }
  const tab = (of = shapes) =>
    createOfflineCache({
      store,
      shapes: of,
      now: () => place.now,
      later: () => () => undefined,
      isPresent: (by) => by === place.present,
    })
  return { store, place, tab }
}

async function signedIn(given: ReturnType<typeof browser>, by = 'ann', shapes?: string) {
  given.place.present = by
  const seen = given.tab(shapes)
  await seen.begin(by)
  return seen
}

test('after a reload everything is there as it was, with its position and the time it was read', async () => {
  const given = browser()
  const before = await signedIn(given)
  before.keep('/trips', () => ({ trips: ['Lisbon'] }), '0007')
  await before.flush()
  given.place.now += MINUTE_MS
  const after = await signedIn(given)
  expect(after.find('/trips')).toEqual({ value: { trips: ['Lisbon'] }, position: '0007', at: 1_000_000 })
  expect(after.find('/trips/other')).toBeNull()
})

describe('whose it is', () => {
  test('the next person on the device finds nothing, and then nothing is left', async () => {
    const given = browser()
    const ann = await signedIn(given)
    ann.keep('/trips', () => ({ of: 'ann' }))
    await ann.flush()
    const ben = await signedIn(given, 'ben')
    expect(ben.find('/trips')).toBeNull()
    expect((await signedIn(given)).find('/trips')).toBeNull()
  })

  test('somebody else in the same tab sees nothing of it either', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.keep('/trips', () => ({ of: 'ann' }))
    await seen.begin('ben')
    expect(seen.find('/trips')).toBeNull()
  })

  test('logging out leaves nothing, also of what was not written yet', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.keep('/trips', () => ({ of: 'ann' }))
    await seen.flush()
    seen.keep('/trips/1', () => ({ of: 'ann' }))
    await seen.wipe()
    await seen.flush()
    expect(await given.store.open('ann', 'one build')).toEqual([])
  })

  test('a tab that has not heard of the log-out in another one writes nothing more', async () => {
    const given = browser()
    const [here, there] = [await signedIn(given), await signedIn(given)]
    here.keep('/trips', () => ({ of: 'ann' }))
    given.place.present = 'nobody'
    await there.wipe()
    await here.flush()
    expect(await given.store.open('ann', 'one build')).toEqual([])
  })
})

test('a build that knows answers in other shapes begins with nothing', async () => {
  const given = browser()
  const before = await signedIn(given)
  before.keep('/trips', () => ({ trips: [] }))
  await before.flush()
  expect((await signedIn(given, 'ann', 'the next build')).find('/trips')).toBeNull()
})

describe('of two readings', () => {
  const at = 1_000_000
  const now = at + 2 * MINUTE_MS
  test('the one from further on in the log is the newer, whichever came first', () => {
    expect(isNewerEntry({ position: '0008', at }, { position: '0007', at: at + 500 }, now)).toBe(true)
    expect(isNewerEntry({ position: '0007', at: at + 500 }, { position: '0008', at }, now)).toBe(false)
  })

  test('with one place in the log the later one is', () => {
    expect(isNewerEntry({ position: '0008', at: at + 1 }, { position: '0008', at }, now)).toBe(true)
    expect(isNewerEntry({ position: '0008', at }, { position: '0008', at: at + 1 }, now)).toBe(false)
  })

  test('a log that was set back is believed when it still says so a minute later', () => {
    expect(isNewerEntry({ position: '0001', at: at + MINUTE_MS + 1 }, { position: '0008', at }, now)).toBe(
      true,
    )
  })

  test('the one of a clock that was set back since gives way to what is read now', async () => {
    const given = browser()
    const before = await signedIn(given)
    before.keep('list', () => ({ newest: 'of a day ahead' }))
    await before.flush()
    given.place.now -= 1000 * MINUTE_MS
    const after = await signedIn(given)
    after.keep('list', () => ({ newest: 'of now' }))
    await after.flush()
    expect((await signedIn(given)).find('list')?.value).toEqual({ newest: 'of now' })
  })

  test('a tab that lags behind takes nothing back that another one wrote', async () => {
    const given = browser()
    const [slow, quick] = [await signedIn(given), await signedIn(given)]
    slow.keep('/trips', () => ({ n: 7 }), '0007')
    quick.keep('/trips', () => ({ n: 8 }), '0008')
    await quick.flush()
    await slow.flush()
    expect((await signedIn(given)).find('/trips')?.value).toEqual({ n: 8 })
  })
})

describe('how much is kept', () => {
  test('of three hundred things the two hundred that were read last', async () => {
    const given = browser()
    const seen = await signedIn(given)
    for (let i = 1; i <= 300; i++) {
      given.place.now += 1
      seen.keep(`/trips/${i}`, () => ({ i }))
      if (i % 60 === 0) await seen.flush()
    }
    const again = await signedIn(given)
    const kept = Array.from({ length: 300 }, (_, i) => i + 1).filter(
      (i) => again.find(`/trips/${i}`) !== null,
    )
    expect(kept).toHaveLength(200)
    expect(kept[0]).toBe(101)
  })

  test('nothing that is larger than a phone should keep, and not what it replaces either', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.keep('/trips/1/expenses', () => ({ text: 'short' }))
    await seen.flush()
    seen.keep('/trips/1/expenses', () => ({ text: 'x'.repeat(1_000_001) }))
    await seen.flush()
    expect(seen.find('/trips/1/expenses')).toBeNull()
    expect((await signedIn(given)).find('/trips/1/expenses')).toBeNull()
  })

  test('what was refused since is forgotten', async () => {
    const given = browser()
    const seen = await signedIn(given)
    seen.keep('/trips/1', () => ({ title: 'Lisbon' }))
    await seen.flush()
    seen.forget('/trips/1')
    expect(seen.find('/trips/1')).toBeNull()
    expect((await signedIn(given)).find('/trips/1')).toBeNull()
  })

  test('a device that is full keeps nothing, and nobody notices', async () => {
    const store = { ...memoryCacheStore(), put: () => Promise.reject(new Error('QuotaExceededError')) }
    const now = () => 1
    const seen = createOfflineCache({
      store,
      shapes: '',
      now,
      later: () => () => undefined,
      isPresent: () => true,
    })
    await seen.begin('ann')
    seen.keep('/trips', () => ({ n: 1 }))
    await seen.flush()
    expect(seen.find('/trips')?.value).toEqual({ n: 1 })
  })
})
