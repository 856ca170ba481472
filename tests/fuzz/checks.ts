// Checks that the readable state follows from the acknowledged requests, and that all figures agree.

import { signedAmount } from '#core/money/signedAmount.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import type { Conversation, Trip } from '#tests/fuzz/world.ts'

/** Records a failed check. */
type Report = (failure: string) => void

export async function checkTrip(trip: Trip, reader: Client, report: Report): Promise<void> {
  const get = async (path: string) => expectSuccess(await reader.get(`/trips/${trip.id}${path}`))
  const minorUnits = trip.currency === 'JPY' ? 1 : 100
  const minor = (amount: number) => Math.round(amount * minorUnits)
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + minor(amount), 0)
  const expectSame = (what: string, shown: unknown, expected: unknown) => {
    if (JSON.stringify(shown) !== JSON.stringify(expected))
      report(`${what} of ${trip.id}: ${JSON.stringify(shown)}, expected ${JSON.stringify(expected)}`)
  }
  const byId = (all: Iterable<[string, number]>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1))

  const { expenses } = await get('/expenses')
  const shown = expenses.map((expense: ExpenseResponse) => [expense.id, signedAmount(expense)])
  expectSame('the expenses', byId(shown), byId(trip.expenses))
  for (const { id, amount, sharedBy } of expenses)
    expectSame(
      `the shares of ${id}`,
      sum(sharedBy.map(({ share }: { share: number }) => share)),
      minor(amount),
    )

  const { balance, transactions } = await get('/pool')
  const deposits = transactions.filter(({ type }: { type: string }) => type === 'contribution')
  expectSame(
    'the deposits',
    byId(deposits.map(({ id, amount }: { id: string; amount: number }) => [id, amount])),
    byId(trip.deposits),
  )
  const { payments } = await get('/payments')
  expectSame(
    'the payments',
    byId(payments.map(({ id, amount }: { id: string; amount: number }) => [id, amount])),
    byId(trip.payments),
  )

  const { balances } = await get('/balances')
  const total = (field: string) => sum(balances.map((figures: Record<string, number>) => figures[field]!))
  expectSame('the sum of what everybody is owed', total('netBalance'), minor(balance))
  expectSame('the sum of what the pool owes', total('poolSettlement'), minor(balance))
  expectSame('the sum of all shares', total('fairShare'), sum(trip.expenses.values()))
  expectSame('the sum of all deposits', total('poolContributions'), sum(trip.deposits.values()))

  for (const mode of ['distributed', 'equal', 'reserved']) {
    const { settlement } = await get(`/settlement?poolBalanceHandling=${mode}`)
    const net = (all: { id: string; netBalance: number }[]) =>
      byId(all.filter(({ netBalance }) => netBalance !== 0).map(({ id, netBalance }) => [id, netBalance]))
    expectSame(`the balances in ${mode}`, net(settlement.participants), net(balances))
    if (mode !== 'distributed') continue
    const open = new Map<string, number>([['pool', -minor(balance)]])
    for (const { id, netBalance } of settlement.participants) open.set(id, minor(netBalance))
    for (const { from, to, amount } of settlement.payments) {
      open.set(from.id, open.get(from.id)! + minor(amount))
      open.set(to.id, open.get(to.id)! - minor(amount))
    }
    expectSame(
      'the balances after the suggested payments',
      [...open].filter(([, amount]) => amount !== 0),
      [],
    )
  }
}

export async function checkConversation(
  { id, messages }: Conversation,
  reader: Client,
  report: Report,
): Promise<void> {
  const shown: { id: string; seq: number; content: string }[] = []
  for (let before = ''; ;) {
    const page = expectSuccess(await reader.get(`/conversations/${id}/messages?limit=100${before}`))
    shown.unshift(...page.messages)
    if (!page.has_more) break
    before = `&before_id=${page.messages[0].id}`
  }
  const gap = shown.findIndex(({ seq }, index) => seq !== index + 1)
  if (gap >= 0) report(`conversation ${id} has seq ${shown[gap]!.seq} as message ${gap + 1}`)
  const contents = new Map(shown.map((message) => [message.id, message.content]))
  if (contents.size !== shown.length) report(`conversation ${id} shows a message twice`)
  for (const [messageId, content] of messages)
    if (contents.get(messageId) !== content) report(`conversation ${id} lost ${messageId}`)
  if (contents.size !== messages.size)
    report(`conversation ${id} shows ${contents.size} of ${messages.size} messages`)
}
