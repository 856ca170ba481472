// The polls of a trip, over HTTP: who asks, votes and closes, and who wins.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

type Name = 'ann' | 'ben' | 'cat'
let product: Product<Name>
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'] })
})
afterAll(() => product.stop())

let path: string
const idOf = (name: Name) => product.people[name].id
const inMinutes = (count: number) => new Date(product.clock() + count * 60_000).toISOString()

/** Ann organizes, Ben and Cat participate. */
beforeEach(async () => {
  const { trip } = expectSuccess(
    await product.as('ann').post('/trips', { ...aTrip, inviteUserIds: [idOf('ben'), idOf('cat')] }),
  )
  path = `/trips/${trip.id}`
})

const dinner = { question: 'Dinner?', options: ['Grill', 'Sardines', 'We cook'] }
async function ask(by: Name, more: object = {}) {
  const { poll } = expectSuccess(await product.as(by).post(`${path}/polls`, { ...dinner, ...more }))
  const [grill, sardines, cook] = poll.options.map(({ id }: { id: string }) => id)
  return { id: poll.id as string, grill, sardines, cook } as Record<
    'id' | 'grill' | 'sardines' | 'cook',
    string
  >
}
const vote = (by: Name, poll: { id: string }, optionIds: string[]) =>
  product.as(by).put(`/polls/${poll.id}/vote`, { optionIds })
const close = (by: Name, poll: { id: string }, body: object = {}) =>
  product.as(by).post(`/polls/${poll.id}/close`, body)
const read = async (by: Name = 'ann') => expectSuccess(await product.as(by).get(`${path}/polls`)).polls[0]
const voters = async () => (await read()).options.map(({ voters }: { voters: string[] }) => voters)

it('Given a poll, when people vote, then the last whole vote of each counts, and an empty one takes it back', async () => {
  const poll = await ask('ben')
  expectSuccess(await vote('ann', poll, [poll.grill]))
  expectSuccess(await vote('cat', poll, [poll.grill]))
  expectSuccess(await vote('ann', poll, [poll.cook]))
  expect(await voters()).toEqual([[idOf('cat')], [], [idOf('ann')]])
  expectSuccess(await vote('cat', poll, []))
  expect(await voters()).toEqual([[], [], [idOf('ann')]])
})

it('Given a poll of one answer, when somebody chooses two or another poll’s, then it is refused; of several it counts for each', async () => {
  const one = await ask('ben')
  expect(await vote('ann', one, [one.grill, one.cook])).toMatchObject({ status: 400 })
  expect(await vote('ann', one, ['elsewhere'])).toMatchObject({ status: 400 })
  const many = await ask('ben', { many: true })
  expectSuccess(await vote('ann', many, [many.grill, many.cook]))
  const { polls } = expectSuccess(await product.as('cat').get(`${path}/polls`))
  expect(polls[1].options.map(({ voters }: { voters: string[] }) => voters.length)).toEqual([1, 0, 1])
})

it('Given a closing time, when it is over, then a vote is refused and whoever leads alone has won, without anybody closing it', async () => {
  const poll = await ask('ben', { closesAt: inMinutes(60) })
  expectSuccess(await vote('cat', poll, [poll.sardines]))
  expect((await read()).winner).toBeNull()
  product.clock.forward(60 * 60_000)
  expect(await vote('ann', poll, [poll.grill])).toMatchObject({
    status: 409,
    body: { error: { code: 'PollClosed', message: 'This poll is closed' } },
  })
  const { closesAt, closedAt, winner } = await read()
  expect([closedAt, winner]).toEqual([closesAt, poll.sardines])
})

it('Given a poll, when somebody else than who asked or the organizer closes it, then it is refused', async () => {
  const poll = await ask('ben')
  expect(await close('cat', poll)).toMatchObject({ status: 403 })
  expectSuccess(await close('ben', poll))
  expect((await read()).winner, 'nobody voted').toBeNull()
  expect(await close('ann', poll)).toMatchObject({ status: 409, body: { error: { code: 'PollClosed' } } })
  expectSuccess(await close('ann', await ask('cat')))
})

it('Given a tie, when it is closed, then whoever closes it chooses one of the leading answers, or none', async () => {
  const poll = await ask('ben')
  expectSuccess(await vote('ann', poll, [poll.grill]))
  expectSuccess(await vote('cat', poll, [poll.cook]))
  expect(await close('ben', poll)).toMatchObject({ status: 409, body: { error: { code: 'PollIsTied' } } })
  expect(await close('ben', poll, { winner: poll.sardines })).toMatchObject({ status: 400 })
  expectSuccess(await close('ben', poll, { winner: poll.cook }))
  expect((await read()).winner).toBe(poll.cook)
})

it('A poll has 2 to 10 answers of at most 80 characters, none twice, and closes in the future; each fault is named at its field', async () => {
  const fields = async (body: object) => {
    const { status, body: answer } = await product.as('ann').post(`${path}/polls`, { ...dinner, ...body })
    return [status, Object.keys(answer.error?.fields ?? {})]
  }
  expect(await fields({ question: ' ' })).toEqual([400, ['question']])
  expect(await fields({ options: ['Grill'] })).toEqual([400, ['options']])
  expect(await fields({ options: Array.from({ length: 11 }, (_, at) => `Grill ${at}`) })).toEqual([
    400,
    ['options'],
  ])
  expect(await fields({ options: ['Grill', 'x'.repeat(81)] })).toEqual([400, ['options.1']])
  expect(await fields({ options: ['Grill', 'Cook', ' grill'] })).toEqual([400, ['options.2']])
  expect(await fields({ closesAt: inMinutes(-1) })).toEqual([400, ['closesAt']])
})

it('The history says what was asked and what won, and does not list the votes', async () => {
  const poll = await ask('ben')
  expectSuccess(await vote('cat', poll, [poll.grill]))
  expectSuccess(await close('ben', poll))
  const { entries } = expectSuccess(await product.as('ann').get(`${path}/history?limit=2`))
  expect(entries.map(({ text }: { text: string }) => text)).toEqual([
    'ben closed the poll “Dinner?”: Grill',
    'ben asked “Dinner?”',
  ])
})
