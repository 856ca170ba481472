// Photos and PDF files of messages, expenses and activities: who stores them, who reads them, and when they are gone.

import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileStore, memoryFileStore } from '#api/platform/fileStore.ts'
import { type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { appendEvents, message } from '#tests/chat/events.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { EXIF, jpeg, pdf, png, sha256OfBytes, thumbOf } from '#tests/support/pictures.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

type Name = 'ann' | 'ben' | 'cleo'
const HOUR = 3_600_000

let product: Product<Name>
let files: FileStore
let direct: string

beforeEach(async () => {
  files = memoryFileStore()
  product = await startProduct({ people: ['ann', 'ben', 'cleo'], files })
  const started = { type: 'direct', participant_ids: [product.people.ben.id] }
  direct = expectSuccess(await product.as('ann').post('/conversations', started)).conversation.id as string
})
afterEach(() => product.stop())

const photo = jpeg({ width: 640, height: 480 })
const hash = sha256OfBytes(photo)

const put = (name: Name, bytes: Uint8Array = photo, at = sha256OfBytes(bytes)) =>
  product.as(name).put(`/files/${at}`, bytes)
const upload = async (name: Name, bytes?: Uint8Array) => {
  const { file } = expectSuccess(await put(name, bytes))
  return { ...(file as { hash: string }), thumb: null }
}
const get = (name: Name, of = hash) => product.as(name).get(`/files/${of}`)
const statusOf = async (name: Name, of?: string) => (await get(name, of)).status
const send = (name: Name, file: object, to = direct) =>
  product
    .as(name)
    .post(`/conversations/${to}/messages`, { content: '', message_type: 'image', files: [file] })
const refused = ({ body }: HttpResponse) => (body as { message?: string }).message
const stored = async () => {
  const hashes: string[] = []
  for await (const of of files.list()) hashes.push(of)
  return hashes
}

/** Until the followers of the log have done what the last command asks of them. */
async function untilStored(expected: readonly string[]): Promise<void> {
  await expect.poll(stored, { timeout: 10_000 }).toEqual(expected)
}

async function planTrip(): Promise<string> {
  const trip = { ...aTrip, inviteUserIds: [product.people.ben.id] }
  const { trip: planned } = expectSuccess(await product.as('ann').post('/trips', trip))
  const { invitations } = expectSuccess(await product.as('ben').get('/trip-invitations'))
  const accepted = { response: 'accepted' }
  for (const { id } of invitations as { id: string }[])
    expectSuccess(await product.as('ben').put(`/trip-invitations/${id}/respond`, accepted))
  return planned.id as string
}

describe('An upload', () => {
  it('is answered with what the bytes are, and its sender reads them', async () => {
    const { status, body } = await put('ann')
    expect({ status, body }).toEqual({
      status: 201,
      body: { file: { hash, type: 'image/jpeg', width: 640, height: 480, bytes: photo.length } },
    })
    const { headers, text } = await get('ann')
    expect(Buffer.byteLength(text)).toBeGreaterThan(0)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(photo.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  it('of a JPEG with a place is stored without it, under another hash', async () => {
    const withPlace = jpeg({ width: 640, height: 480, more: [EXIF] })
    const { file } = expectSuccess(await put('ann', withPlace))
    expect(file.hash).toBe(hash)
    expect(await statusOf('ann', sha256OfBytes(withPlace))).toBe(404)
    expect(await stored()).toEqual([hash])
  })

  it('of a PDF is only ever saved, not shown', async () => {
    const { hash: of } = await upload('ann', pdf())
    expect((await get('ann', of)).headers['content-disposition']).toMatch(/^attachment; /)
  })

  it.each([
    [
      'an HTML page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'Only photos (JPEG, PNG or WebP) and PDF',
    ],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'Only photos'],
    [
      'a photo that is an archive, too',
      Buffer.concat([photo, Buffer.from('PK\x03\x04')]),
      400,
      'something else behind',
    ],
    ['a truncated photo', photo.subarray(0, -2), 400, 'incomplete or damaged'],
    ['a line of 1 × 60000 pixels', png({ width: 1, height: 60_000 }), 413, 'at most 50 megapixels'],
    ['30000 × 30000 pixels', png({ width: 30_000, height: 30_000 }), 413, 'at most 50 megapixels'],
    ['a photo of 6 MB', jpeg({ data: 'x'.repeat(6 * 1024 * 1024) }), 413, 'A photo can have at most 5 MB'],
    ['a PDF of 11 MB', pdf('x'.repeat(11 * 1024 * 1024)), 413, 'A PDF can have at most 10 MB'],
    ['nothing', Buffer.alloc(0), 415, 'Only photos'],
  ] as const)('of %s is refused in words, and nothing is stored', async (_, bytes, status, words) => {
    const response = await put('ann', bytes)
    expect([response.status, refused(response)]).toEqual([status, expect.stringContaining(words)])
    expect(await stored()).toEqual([])
  })

  it('to an address that is not its hash is refused', async () => {
    const response = await put('ann', photo, '0'.repeat(64))
    expect([response.status, refused(response)]).toEqual([400, 'The address is not the SHA-256 of the file'])
    expect(await stored()).toEqual([])
  })

  it('that ends in the middle stores nothing, and can be made again', async () => {
    const { token } = product.as('ann')
    await new Promise<void>((resolve) => {
      const options = { port: product.port, host: '127.0.0.1', method: 'PUT', path: `/api/files/${hash}` }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Length': photo.length }
      const half = request({ ...options, headers })
      half.on('error', () => resolve())
      half.write(photo.subarray(0, photo.length / 2), () => half.destroy())
      half.on('close', () => resolve())
    })
    expect(await stored()).toEqual([])
    expect((await put('ann')).status).toBe(201)
  })

  it('beyond thirty a minute waits', async () => {
    for (let n = 0; n < 30; n++) expectSuccess(await put('ann'))
    const response = await put('ann')
    expect([response.status, refused(response)]).toEqual([429, expect.stringContaining('too fast')])
    product.clock.forward(10_000)
    expect((await put('ann')).status).toBe(201)
  })
})

describe('A file is read', () => {
  it('by nobody but its sender before a message has it, and by both people of the conversation then', async () => {
    const file = await upload('ann')
    expect(await statusOf('ben')).toBe(404)
    expectSuccess(await send('ann', file))
    expect([await statusOf('ben'), await statusOf('cleo')]).toEqual([200, 404])
  })

  it('by nobody who knows its hash and sends it on', async () => {
    const file = await upload('ann')
    const group = { type: 'group', name: 'Two', participant_ids: [product.people.ben.id] }
    const { conversation } = expectSuccess(await product.as('cleo').post('/conversations', group))
    const response = await send('cleo', file, conversation.id)
    expect([response.status, refused(response)]).toEqual([
      409,
      'A photo or file is no longer there. Please add it again.',
    ])
    expect(await statusOf('cleo')).toBe(404)
  })

  it('by who was added to a group only from their time on, also with its hash', async () => {
    const { ben, cleo } = product.people
    const [asAnn, asBen] = [product.as('ann'), product.as('ben')]
    const group = { type: 'group', name: 'Walkers', participant_ids: [ben.id] }
    const { conversation } = expectSuccess(await asAnn.post('/conversations', group))
    const to = `/conversations/${conversation.id}`
    const file = await upload('ann')
    expectSuccess(await send('ann', file, conversation.id))
    const later = expectSuccess(await send('ann', await upload('ann', png()), conversation.id)).message
    expectSuccess(await asAnn.post(`${to}/participants`, { participant_ids: [cleo.id] }))
    expect([await statusOf('ben'), await statusOf('cleo')]).toEqual([200, 404])
    expect((await send('cleo', file, conversation.id)).status).toBe(409)
    // Sent again, it is of her time, until that message is deleted.
    const { message } = expectSuccess(await send('ben', file, conversation.id))
    expect(await statusOf('cleo')).toBe(200)
    expectSuccess(await asBen.del(`${to}/messages/${message.id}`))
    expect([await statusOf('ben'), await statusOf('cleo')]).toEqual([200, 404])
    expect(await statusOf('cleo', later.files[0].hash)).toBe(404)
  })

  it('no longer by who left the trip', async () => {
    const tripId = await planTrip()
    const receipts = [await upload('ann')]
    const expense = { ...anExpense, sharedBy: [product.people.ann.id], receipts }
    const { expense: added } = expectSuccess(
      await product.as('ann').post(`/trips/${tripId}/expenses`, expense),
    )
    expect(added.receipts).toEqual(receipts)
    expect([await statusOf('ben'), await statusOf('cleo')]).toEqual([200, 404])
    expectSuccess(await product.as('ben').post(`/trips/${tripId}/leave`, {}))
    expect([await statusOf('ben'), await statusOf('ann')]).toEqual([404, 200])
  })

  it('as long as one of two people who uploaded it has it in a message', async () => {
    const group = { type: 'group', name: 'Three', participant_ids: [product.people.cleo.id] }
    const { conversation } = expectSuccess(await product.as('ben').post('/conversations', group))
    const first = expectSuccess(await send('ann', await upload('ann'))).message
    expectSuccess(await send('ben', await upload('ben'), conversation.id))
    expectSuccess(await product.as('ann').del(`/conversations/${direct}/messages/${first.id}`))
    product.clock.forward(26 * HOUR)
    await product.server.eraseLater()
    expect([await statusOf('cleo'), await statusOf('ann')]).toEqual([200, 404])
  })
})

describe('A message with photos', () => {
  it('needs no text, and has its files in the response', async () => {
    const thumb = thumbOf(jpeg({ width: 8, height: 6 }))
    const file = { ...(await upload('ann')), thumb }
    const { message } = expectSuccess(await send('ann', file))
    expect(message).toMatchObject({ content: '', message_type: 'image', files: [file] })
    const caption = { content: '' }
    const path = `/conversations/${direct}/messages/${message.id}`
    expectSuccess(await product.as('ann').send('PATCH', path, { body: { content: 'The view' } }))
    expect(
      expectSuccess(await product.as('ann').send('PATCH', path, { body: caption })).message.content,
    ).toBe('')
  })

  it('is refused with other sizes than those of the photo, and with a thumbnail that has a place', async () => {
    const file = await upload('ann')
    expect((await send('ann', { ...file, width: 1 })).status).toBe(409)
    const response = await send('ann', { ...file, thumb: thumbOf(jpeg({ more: [EXIF] })) })
    expect([response.status, refused(response)]).toEqual([400, expect.stringContaining('A thumbnail is')])
  })

  it('is refused in words where the trip has 200 MB of photos, in its chats and its expenses alike', async () => {
    const tripId = await planTrip()
    const { chat } = expectSuccess(await product.as('ann').post(`/trips/${tripId}/chats`, { name: 'Food' }))
    const full = { hash: 'a'.repeat(64), type: 'image/jpeg', width: 1, height: 1, thumb: null } as const
    const files = [{ ...full, bytes: fileLimits.bytesOfTrip - photo.length }]
    const data = { conversationId: chat.id, message: message(1, { messageType: 'image', files }) }
    await appendEvents(product.store, `conversation-${chat.id}`, [{ type: 'MessageSent', data }])
    const receipt = await upload('ann')
    const expense = { ...anExpense, sharedBy: [product.people.ann.id] }
    const spend = (receipts: object[]) =>
      product.as('ann').post(`/trips/${tripId}/expenses`, { ...expense, receipts })
    expectSuccess(await spend([receipt]))
    const words = 'The photos and files of a trip or conversation can have at most 200 MB'
    const another = await upload('ann', png())
    for (const response of [await spend([another]), await send('ann', another, chat.id)])
      expect([response.status, refused(response)]).toEqual([409, expect.stringContaining(words)])
    // One that it has takes no more room.
    expectSuccess(await send('ann', receipt, chat.id))
    expectSuccess(await send('ann', another))
  })

  it('sent again after its answer was lost is one message', async () => {
    const file = await upload('ann')
    const body = { content: '', message_type: 'image', files: [file], client_message_id: crypto.randomUUID() }
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const path = `/conversations/${direct}/messages`
    for (let time = 0; time < 2; time++) expectSuccess(await product.as('ann').post(path, body, key))
    expectSuccess(await put('ann'))
    expect(expectSuccess(await product.as('ben').get(path)).messages).toHaveLength(1)
  })
})

describe('The bytes of a file are gone', () => {
  it('at once with the message that had it', async () => {
    const { message } = expectSuccess(await send('ann', await upload('ann')))
    const deleted = expectSuccess(
      await product.as('ann').del(`/conversations/${direct}/messages/${message.id}`),
    )
    expect(deleted.message.files).toEqual([])
    await untilStored([])
    expect(await statusOf('ann')).toBe(404)
  })

  it('a day after an upload that nobody used, and not before', async () => {
    await upload('ann')
    product.clock.forward(24 * HOUR)
    await product.server.eraseLater()
    expect(await stored()).toEqual([hash])
    product.clock.forward(2 * HOUR)
    await product.server.eraseLater()
    expect(await stored()).toEqual([])
  })

  it('thirty days after a receipt was taken away, and a restoration says so by coming back without it', async () => {
    const tripId = await planTrip()
    const other = await upload('ann', pdf())
    const expense = {
      ...anExpense,
      sharedBy: [product.people.ann.id],
      receipts: [await upload('ann'), other],
    }
    const add = () => product.as('ann').post(`/trips/${tripId}/expenses`, expense)
    const { expense: early } = expectSuccess(await add())
    const { expense: late } = expectSuccess(await add())
    const remove = (id: string) => product.as('ann').del(`/expenses/${id}`)
    const restore = async (id: string) =>
      expectSuccess(await (await product.signIn('ann')).post(`/expenses/${id}/restore`)).expense.receipts
    for (const { id } of [early, late]) expectSuccess(await remove(id))
    product.clock.forward(29 * 24 * HOUR)
    await product.server.eraseLater()
    expect(await restore(early.id)).toHaveLength(2)
    const away = await product.signIn('ann')
    expectSuccess(await away.del(`/expenses/${early.id}`))
    product.clock.forward(31 * 24 * HOUR)
    await product.server.eraseLater()
    expect(await stored()).toEqual([])
    expect(await restore(late.id)).toEqual([])
  })

  it('thirty days after the import that brought it was removed, and undoing that comes back without it', async () => {
    const tripId = await planTrip()
    const add = async (receipts: object[]) => {
      const { id } = product.people.ann
      const record = {
        ...{ ...anExpense, kind: 'expense', rowKey: 'd'.repeat(64), expenseDate: aTrip.startDate, receipts },
        ...{ split: { mode: 'equal', of: [id] }, payers: [{ id, amount: anExpense.amount }] },
      }
      const of = { importId: crypto.randomUUID(), source: 'Group Trip Planner', fileHash: 'f'.repeat(64) }
      const response = await product.as('ann').post(`/trips/${tripId}/imports`, { ...of, records: [record] })
      return { path: `/trips/${tripId}/imports/${of.importId}`, response }
    }
    const unknown = { ...(await upload('cleo')), hash: sha256OfBytes(pdf()) }
    expect(refused((await add([unknown])).response)).toContain('no longer there')
    const { path, response } = await add([await upload('ann')])
    expect([response.status, await statusOf('ben')]).toEqual([201, 200])

    /** Removes the import, and brings it back after so many days. */
    const receiptsAfter = async (days: number) => {
      expectSuccess(await (await product.signIn('ann')).del(path))
      product.clock.forward(days * 24 * HOUR)
      await product.server.eraseLater()
      const ann = await product.signIn('ann')
      const { entries } = expectSuccess(await ann.get(`/trips/${tripId}/history`))
      expectSuccess(await ann.post(`/trips/${tripId}/history/${entries[0].n}/undo`, {}))
      return expectSuccess(await ann.get(`/trips/${tripId}/expenses`)).expenses[0].receipts
    }
    expect(await receiptsAfter(29)).toHaveLength(1)
    expect(await receiptsAfter(31)).toEqual([])
    expect(await stored()).toEqual([])
  })

  it('with the trip that had it', async () => {
    const tripId = await planTrip()
    const attachments = [await upload('ann')]
    const item = { date: aTrip.startDate, startTime: '10:00', title: 'Museum', attachments }
    expectSuccess(await product.as('ann').post(`/itineraries/${tripId}/items`, item))
    expectSuccess(await product.as('ann').del(`/trips/${tripId}`))
    await untilStored([])
  })
})
