// Checks that the readable state follows from the acknowledged requests, and that all figures agree.

import type { Client } from '#tests/support/client.ts'
import { done } from '#tests/support/client.ts'
import type { Conversation, Trip } from '#tests/fuzz/world.ts'

type Wrong = (text: string) => void

export async function checkTrip(trip: Trip, reader: Client, wrong: Wrong): Promise<void> {
  const get = async (place: string) => done(await reader.get(`/trips/${trip.id}${place}`))
  const digits = trip.currency === 'JPY' ? 1 : 100
  const minor = (amount: number) => Math.round(amount * digits)
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + minor(amount), 0)
  const same = (what: string, shown: unknown, expected: unknown) => {
    if (JSON.stringify(shown) !== JSON.stringify(expected))
      wrong(`${what} of ${trip.id}: ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`)
  }
  const byId = (all: Iterable<[string, number]>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1))

  const { expenses } = await get('/expenses')
  const shown = expenses.map(({ id, amount }: { id: string; amount: number }) => [id, amount])
  same('the expenses', byId(shown), byId(trip.expenses))
  for (const { id, amount, sharedBy } of expenses)
    same(`the shares of ${id}`, sum(sharedBy.map(({ share }: { share: number }) => share)), minor(amount))

  const { balance, transactions } = await get('/pool')
  const deposits = transactions.filter(({ type }: { type: string }) => type === 'contribution')
  same(
    'the deposits',
    byId(deposits.map(({ id, amount }: { id: string; amount: number }) => [id, amount])),
    byId(trip.deposits),
  )
  const { payments } = await get('/payments')
  same(
    'the payments',
    byId(payments.map(({ id, amount }: { id: string; amount: number }) => [id, amount])),
    byId(trip.payments),
  )

  const { balances } = await get('/balances')
  const total = (field: string) => sum(balances.map((one: Record<string, number>) => one[field]!))
  same('the sum of what everybody is owed', total('netBalance'), minor(balance))
  same('the sum of what the pool owes', total('poolSettlement'), minor(balance))
  same('the sum of all shares', total('fairShare'), sum(trip.expenses.values()))
  same('the sum of all deposits', total('poolContributions'), sum(trip.deposits.values()))

  for (const mode of ['distributed', 'equal', 'reserved']) {
    const { settlement } = await get(`/settlement?poolBalanceHandling=${mode}`)
    const net = (all: { id: string; netBalance: number }[]) =>
      byId(all.filter(({ netBalance }) => netBalance !== 0).map(({ id, netBalance }) => [id, netBalance]))
    same(`the balances in ${mode}`, net(settlement.participants), net(balances))
    if (mode !== 'distributed') continue
    const left = new Map<string, number>([['pool', -minor(balance)]])
    for (const { id, netBalance } of settlement.participants) left.set(id, minor(netBalance))
    for (const { from, to, amount } of settlement.payments) {
      left.set(from.id, left.get(from.id)! + minor(amount))
      left.set(to.id, left.get(to.id)! - minor(amount))
    }
    same(
      'what the plan leaves open',
      [...left].filter(([, open]) => open !== 0),
      [],
    )
  }
}

export async function checkConversation(
  { id, messages }: Conversation,
  reader: Client,
  wrong: Wrong,
): Promise<void> {
  const all: { id: string; seq: number; content: string }[] = []
  for (let before = ''; ;) {
    const page = done(await reader.get(`/conversations/${id}/messages?limit=100${before}`))
    all.unshift(...page.messages)
    if (!page.has_more) break
    before = `&before_id=${page.messages[0].id}`
  }
  const gap = all.findIndex(({ seq }, at) => seq !== at + 1)
  if (gap >= 0) wrong(`conversation ${id} has seq ${all[gap]!.seq} as message ${gap + 1}`)
  const said = new Map(all.map((message) => [message.id, message.content]))
  if (said.size !== all.length) wrong(`conversation ${id} shows a message twice`)
  for (const [messageId, content] of messages)
    if (said.get(messageId) !== content) wrong(`conversation ${id} lost ${messageId}`)
  if (said.size !== messages.size) wrong(`conversation ${id} shows ${said.size} of ${messages.size} messages`)
}
