// Ids and hashes are stored in the log forever: these values must never change.

import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { digestOf, hashEvent, idFrom, isId, isUuid, newIdOf, sha256Hex } from '#core/kernel/ids.ts'

const ann = '6f1c2a52-4b7e-8d3a-9c55-0f3e9b1d7a01'
const ben = '0b8f6c1e-7a2d-8f44-a1b0-5d9e3c7f2b02'
const key = '3d2f6f0a-58b1-4c6e-8a55-b1f0c2d3e4f5'

describe('an id', () => {
  test.each(['a'.repeat(16), 'Z_9-'.repeat(9), ann])('The text %s can be an id', (text) =>
    expect(isId(text)).toBe(true),
  )
  test.each([
    '',
    'a'.repeat(15),
    'a'.repeat(37),
    '../../../../../etc',
    '%2e%2e%2e%2e%2e%2e',
    "' OR 1=1 -- ......",
    '*'.repeat(20),
    `${ann}\n`,
    'a'.repeat(99),
  ])('The text %j cannot be an id', (text) => expect(isId(text)).toBe(false))
  test('An idempotency key is a UUID, in either letter case', () => {
    expect(isUuid(key)).toBe(true)
    expect(isUuid(key.toUpperCase())).toBe(true)
    expect(isUuid(randomUUID())).toBe(true)
    for (const text of [
      '',
      key.replaceAll('-', ''),
      `{${key}}`,
      `${key}\n`,
      key.replace('3', 'g'),
      ` ${key}`,
    ])
      expect(isUuid(text)).toBe(false)
  })
})

describe('the id of what a command creates', () => {
  test('The id of a created thing is the same on every machine and in every version', () =>
    expect(idFrom(ann, key)).toBe('b719e0f8-0c1f-8a68-80ba-cff04bfc59b1'))

  test('The id is 128 bits of SHA-256, except six bits for "UUID, version 8"', () => {
    const hex = createHash('sha256').update(`["${ann}","${key}"]`).digest('hex')
    const id = idFrom(ann, key)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const bits = (text: string) => BigInt(`0x${text.replaceAll('-', '').slice(0, 32)}`)
    const fixed = (0xfn << 76n) | (0x3n << 62n)
    expect(bits(id) & ~fixed).toBe(bits(hex) & ~fixed)
    expect(isId(id) && isUuid(id)).toBe(true)
  })

  test('The id of a thing in a stream includes the stream', () => {
    const within = { within: 'money-:tripId' }
    const hex = createHash('sha256').update(`["${ann}","${key}","money-${ben}"]`).digest('hex')
    const id = newIdOf(within, { tripId: ben }, ann, key.toUpperCase())
    expect(id).toBe('9562a95d-3847-8085-89a6-402075510921')
    expect(id.replaceAll('-', '').slice(0, 12)).toBe(hex.slice(0, 12))
    expect(newIdOf(within, { tripId: key }, ann, key)).not.toBe(id)
    expect(newIdOf({}, {}, ann, key), 'of what makes a stream').toBe(idFrom(ann, key))
  })

  test('The id differs for another person or key, and is the same for a key in capitals', () => {
    const ids = [idFrom(ann, key), idFrom(ben, key), idFrom(ann, ben), idFrom(key, ann)]
    expect(new Set(ids).size).toBe(4)
    expect(idFrom(ann, key.toUpperCase())).toBe(idFrom(ann, key))
  })

  test('The id differs when characters move between person and key', () => {
    expect(idFrom('ab', 'c')).not.toBe(idFrom('a', 'bc'))
    expect(idFrom('a","b', 'c')).not.toBe(idFrom('a', 'b","c'))
  })
})

describe('the digest of a request', () => {
  const path = '/trips/abc/expenses'
  test('The digest is the same for the same body in another order', () => {
    expect(digestOf('POST', path, { amount: 5, to: [ann] })).toBe(
      digestOf('POST', path, { to: [ann], amount: 5 }),
    )
  })
  test('The digest differs for another method, path or body', () => {
    const digests = [
      digestOf('POST', path, {}),
      digestOf('PUT', path, {}),
      digestOf('POST', `${path}/`, {}),
      digestOf('POST', path, { amount: 5 }),
      digestOf('POST', path, { amount: '5' }),
      digestOf('POST', path, null),
    ]
    expect(new Set(digests).size).toBe(digests.length)
  })
  test('The digest is SHA-256 over canonical JSON, in every version', () => {
    expect(digestOf('POST', path, { b: 1, a: 'é' })).toBe(
      '0c9a27f888db44e1ab8747b90348a4b3710f56a651aa7ec33905877a930502e1',
    )
    const written = `["POST","${path}",{"a":"é","b":1}]`
    expect(digestOf('POST', path, { b: 1, a: 'é' })).toBe(createHash('sha256').update(written).digest('hex'))
  })
})

describe('the hash chain of a stream', () => {
  const event = {
    type: 'ExpenseRemoved',
    data: { expense: { id: key, amount: 1234, description: '火鍋 🍲' } },
    meta: {
      actor: ann,
      at: '2026-05-02T10:00:00.000Z',
      key,
      digest: 'd1',
      requestId: 'r1',
      v: 1,
      prev: null,
    },
    revision: 3,
  }

  test('The chain hashes the same event to the same link, in every version', () =>
    expect(hashEvent(event)).toBe('f7ac59d41b7814c46b0b44f0fc0b50c8b1aa03c6137b2145ccc1ce7feedcf666'))

  test('The link is SHA-256 over type, data, metadata and revision alone', () => {
    const written =
      `{"data":{"expense":{"amount":1234,"description":"火鍋 🍲","id":"${key}"}},` +
      `"meta":{"actor":"${ann}","at":"2026-05-02T10:00:00.000Z","digest":"d1","key":"${key}","prev":null,` +
      `"requestId":"r1","v":1},"revision":3,"type":"ExpenseRemoved"}`
    const read = { ...event, stream: 'money-x', position: '0000000000000009' }
    expect(hashEvent(read)).toBe(createHash('sha256').update(written).digest('hex'))
  })

  test('The chain detects every change', () => {
    const changed = [
      { ...event, type: 'ExpenseAdded' },
      { ...event, revision: 4 },
      { ...event, data: { expense: { ...event.data.expense, amount: 1235 } } },
      { ...event, meta: { ...event.meta, prev: hashEvent(event) } },
    ]
    expect(new Set([event, ...changed].map((each) => hashEvent(each))).size).toBe(5)
  })

  test('The chain accepts a faster SHA-256 that agrees', () => {
    const quick = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(hashEvent(event, quick)).toBe(hashEvent(event))
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
