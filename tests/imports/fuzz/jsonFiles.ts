// Random JSON files of the apps, and the archive of a trip, with changed fields, and what their entries say.

import fc from 'fast-check'
import { packArchive } from '#core/imports/archiveFiles.ts'
import { plainExpenseFields } from '#core/money/events.ts'
import { saidByIhatemoney } from '#tests/imports/fuzz/csvFiles.ts'
import {
  type Bill,
  bills,
  byWeight,
  changeFields,
  type Code,
  codeIn,
  dateOf,
  decimal,
  DIGITS,
  fieldChanges,
  hasOnePayer,
  movesOf,
  NAMES,
  payerOf,
  type SaidFile,
  type SaidRow,
  signOf,
  sum,
  unitsIn,
} from '#tests/imports/fuzz/said.ts'

type Fields = Record<string, unknown>
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textUnits = (value: unknown, code: Code | null): number | null =>
  typeof value === 'string' && code !== null ? exactly(value, code) : null
/** null too where the text has more digits than the currency. */
const exactly = (text: string, code: Code): number | null => {
  const units = unitsIn(text, code)
  return units !== null && Math.abs(units / 10 ** DIGITS[code] - Number(text)) < 1e-9 ? units : null
}
const nameIn = (id: unknown): string => NAMES[Number(/^[pm](\d)$/.exec(String(id))?.[1] ?? NaN)] ?? '?'
const random = (of: fc.Arbitrary<Bill[]>) => fc.record({ all: of, values: fieldChanges })

export const splitwiseApi: fc.Arbitrary<SaidFile> = random(bills()).map(({ all, values }) => {
  const expenses = all.map((bill) => ({
    description: bill.text,
    payment: bill.kind === 'payment',
    cost: decimal(signOf(bill) * sum(bill.shares), bill.code),
    date: `${dateOf(bill)}T12:00:00Z`,
    currency_code: bill.code,
    category: { name: 'General' },
    deleted_at: bill.isDeleted ? '2026-10-30T00:00:00Z' : null,
    users: NAMES.flatMap((name, at) =>
      bill.paid[at] || bill.shares[at]
        ? [
            {
              user_id: at + 1,
              user: { first_name: name, last_name: null },
              paid_share: decimal(signOf(bill) * bill.paid[at]!, bill.code),
              owed_share: decimal(signOf(bill) * bill.shares[at]!, bill.code),
            },
          ]
        : [],
    ),
  }))
  changeFields(expenses, values)
  const users = expenses.flatMap(({ users }) => users)
  // Somebody is called as at the first mention.
  const renamed = new Set(
    users.flatMap(({ user_id, user: { first_name, last_name } }) =>
      first_name === NAMES[user_id - 1] && last_name === null ? [] : [String(user_id)],
    ),
  )
  const rows = (expenses as unknown as Fields[]).map((expense, at): SaidRow => {
    const code = typeof expense['currency_code'] === 'string' ? codeIn(expense['currency_code']) : null
    const users = list(expense['users']).map((value) => {
      const { user_id, paid_share, owed_share } = fields(value)
      return {
        name: NAMES[Number(user_id) - 1] ?? '',
        paid: textUnits(paid_share, code),
        owed: textUnits(owed_share, code),
      }
    })
    const cost = textUnits(expense['cost'], code)
    const isRead =
      code !== null &&
      cost !== null &&
      users.length > 0 &&
      users.every(({ paid, owed }) => paid !== null && owed !== null) &&
      sum(users.map(({ paid }) => paid!)) === cost &&
      sum(users.map(({ owed }) => owed!)) === cost
    return {
      line: at + 1,
      moves: isRead
        ? movesOf(
            code,
            users.map(({ name, paid, owed }) => [name, paid! - owed!]),
          )
        : null,
      isBack: (cost ?? 0) < 0,
      isLeftOut: Boolean(expense['deleted_at']) || cost === 0,
      isUnclear: list(expense['users']).some((value) => {
        const id = fields(value)['user_id']
        return renamed.has(String(id)) || NAMES[Number(id) - 1] === undefined
      }),
    }
  })
  return { source: 'splitwise', content: JSON.stringify({ expenses }), rows }
})

const registered = (uuid: string) => ({ RegistryMembershipNonUser: { uuid } })

export const tricountApi: fc.Arbitrary<SaidFile> = random(
  bills((bill) => hasOnePayer(bill) && bill.code === 'EUR'),
).map(({ all, values }) => {
  const money = (cents: number) => ({ currency: 'EUR', value: decimal(cents, 'EUR') })
  const entries = all.map((bill) => ({
    RegistryEntry: {
      status: bill.isDeleted ? 'DELETED' : 'ACTIVE',
      type_transaction: { expense: 'NORMAL', refund: 'INCOME', payment: 'BALANCE' }[bill.kind],
      description: bill.text,
      date: `${dateOf(bill)} 12:00:00.000000`,
      amount: money(-signOf(bill) * sum(bill.shares)),
      membership_owned: registered(`m${payerOf(bill)}`),
      allocations: NAMES.flatMap((_, at) =>
        bill.shares[at]
          ? [{ membership: registered(`m${at}`), amount: money(-signOf(bill) * bill.shares[at]) }]
          : [],
      ),
    },
  }))
  changeFields(entries, values)
  const rows = entries.map(({ RegistryEntry }, at): SaidRow => {
    const entry = RegistryEntry as unknown as Fields
    const uuid = (value: unknown) => fields(fields(value)['RegistryMembershipNonUser'])['uuid']
    const amountIn = (value: unknown) =>
      fields(value)['currency'] === 'EUR' ? textUnits(fields(value)['value'], 'EUR') : null
    const amount = amountIn(entry['amount'])
    const parts = list(entry['allocations']).map((value) => ({
      name: nameIn(uuid(fields(value)['membership'])),
      amount: amountIn(fields(value)['amount']),
    }))
    const sign = entry['type_transaction'] === 'INCOME' ? -1 : 1
    const sizes = parts.map((part) => Math.abs(part.amount ?? 0))
    const signs = new Set(parts.map((part) => Math.sign(part.amount ?? 0)).filter((of) => of !== 0))
    const payer = nameIn(uuid(entry['membership_owned']))
    const isRead =
      amount !== null &&
      parts.every((part) => part.amount !== null) &&
      signs.size === 1 &&
      sum(sizes) === Math.abs(amount)
    return {
      line: at + 1,
      moves: isRead
        ? movesOf('EUR', [
            [payer, sign * Math.abs(amount)],
            ...parts.map(({ name }, of) => [name, -sign * sizes[of]!] as const),
          ])
        : null,
      isBack: sign < 0,
      isLeftOut: entry['status'] === 'DELETED',
      isUnclear: [payer, ...parts.map(({ name }) => name)].some((name) => name.startsWith('?')),
    }
  })
  const memberships = NAMES.map((display_name, at) => ({
    RegistryMembershipNonUser: { uuid: `m${at}`, status: 'ACTIVE', alias: { display_name } },
  }))
  const Registry = { title: 'Lisbon', currency: 'EUR', memberships, all_registry_entry: entries }
  return { source: 'tricount', content: JSON.stringify({ Response: [{ Registry }] }), rows }
})

/** Of Spliit, and of spliit.cloud, which knows several payers. */
export const spliitJson: fc.Arbitrary<SaidFile> = fc
  .record({
    all: bills(({ code }) => code === 'EUR'),
    values: fieldChanges,
    mode: fc.constantFrom('EVENLY', 'BY_SHARES', 'BY_PERCENTAGE', 'BY_AMOUNT'),
    isCloud: fc.boolean(),
  })
  .map(({ all, values, mode, isCloud }) => {
    const parts = (amounts: readonly number[]) =>
      amounts.flatMap((shares, at) => (shares > 0 ? [{ participantId: `p${at}`, shares }] : []))
    const expenses = all.map((bill, at) => ({
      id: `e${at}`,
      expenseDate: `${dateOf(bill)}T00:00:00.000Z`,
      title: bill.text,
      category: null,
      amount: signOf(bill) * sum(bill.shares),
      ...(isCloud
        ? { paidByList: parts(bill.paid), paidBySplitMode: 'BY_AMOUNT' }
        : { paidById: `p${payerOf(bill)}` }),
      paidFor: parts(bill.shares),
      isReimbursement: bill.kind === 'payment',
      splitMode: mode,
      notes: null,
    }))
    changeFields(expenses, values)
    const rows = (expenses as unknown as Fields[]).map((expense, at): SaidRow => {
      const units = (value: unknown) =>
        typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
          ? Number(value)
          : Number.isSafeInteger(value)
            ? (value as number)
            : NaN
      const amount = units(expense['amount'])
      const weightsIn = (value: unknown, of: unknown) =>
        list(value).map((part) => {
          const { participantId, shares } = fields(part)
          return {
            name: typeof participantId === 'string' ? nameIn(participantId) : '?',
            weight: of === 'EVENLY' ? 1 : units(shares),
          }
        })
      const sharers = weightsIn(expense['paidFor'], expense['splitMode'] ?? 'EVENLY')
      const payers = expense['paidByList']
        ? weightsIn(expense['paidByList'], expense['paidBySplitMode'] ?? 'EVENLY')
        : [{ name: nameIn(expense['paidById']), weight: 1 }]
      const isWhole = [...payers, ...sharers].every(({ weight }) => Number.isInteger(weight))
      const isOneSign = [payers, sharers].every(
        (of) =>
          of.some(({ weight }) => weight !== 0) &&
          (of.every(({ weight }) => weight >= 0) || of.every(({ weight }) => weight <= 0)),
      )
      const isRead = Number.isSafeInteger(amount) && isWhole && isOneSign
      const moved = (of: typeof payers, sign: number) =>
        byWeight(
          sign * amount,
          of.map(({ weight }) => weight),
        ).map((part, index) => [of[index]!.name, part] as const)
      return {
        line: at + 1,
        moves: isRead ? movesOf('EUR', [...moved(payers, 1), ...moved(sharers, -1)]) : null,
        slack: 2,
        isBack: amount < 0,
        isLeftOut: amount === 0,
        isUnclear: [...payers, ...sharers].some(({ name }) => name.startsWith('?')),
      }
    })
    const of = isCloud
      ? {
          format: 'spliit.cloud/export',
          group: { name: 'Cabin', ledger: { currencyCode: 'EUR' } },
          participants: NAMES.map((displayName, at) => ({ sourceId: `p${at}`, displayName })),
        }
      : {
          name: 'Cabin',
          currencyCode: 'EUR',
          participants: NAMES.map((name, at) => ({ id: `p${at}`, name })),
        }
    return { source: 'spliit', content: JSON.stringify({ ...of, expenses }), rows }
  })

export const ihatemoneyJson: fc.Arbitrary<SaidFile> = random(bills(hasOnePayer)).map(({ all, values }) => {
  const entries = all
    .toSorted((a, b) => b.day - a.day)
    .map((bill) => ({
      what: bill.text,
      bill_type: bill.kind === 'payment' ? 'Reimbursement' : 'Expense',
      amount: (signOf(bill) * sum(bill.shares)) / 100,
      currency: 'EUR',
      date: dateOf(bill),
      payer_name: NAMES[payerOf(bill)]!,
      payer_weight: 1 + (payerOf(bill) % 2),
      owers: NAMES.filter((_, at) => bill.shares[at]! > 0),
    }))
  changeFields(entries, values)
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  const text = (value: unknown) => (isText(value) ? String(value) : '')
  const isDamaged = ({ owers, payer_name, ...others }: Fields) =>
    !Object.values(others).every(isText) ||
    ![payer_name, ...list(owers)].every((name) => typeof name === 'string')
  const rows = saidByIhatemoney(
    (entries as unknown as Fields[]).map((entry, at) => ({
      ...{ line: at + 1, type: text(entry['bill_type']), amount: text(entry['amount']) },
      ...{
        currency: text(entry['currency']),
        date: text(entry['date']),
        payer: text(entry['payer_name']).trim(),
      },
      ...{
        weight: text(entry['payer_weight']),
        owers: [...new Set(list(entry['owers']).map((name) => text(name).trim()))],
        isDamaged: isDamaged(entry),
      },
    })),
  )
  return { source: 'ihatemoney', content: JSON.stringify(entries), rows }
})

export const archive: fc.Arbitrary<SaidFile> = random(bills(({ code }) => code === 'EUR')).map(
  ({ all, values }) => {
    const ref = (at: number) => ({ type: 'user', id: `p${at}` })
    const parts = <Part>(amounts: readonly number[], part: (amount: number) => Part) =>
      amounts.flatMap((amount, at) => (amount > 0 ? [{ ...ref(at), ...part(amount) }] : []))
    const expenses = all
      .filter(({ kind }) => kind !== 'payment')
      .map((bill, at) => ({
        ...{ id: `e${at}`, kind: bill.kind, amount: sum(bill.shares), original: null },
        ...plainExpenseFields({ description: bill.text, category: 'food', expenseDate: dateOf(bill) }),
        payers: bill.isDeleted ? 'pool' : parts(bill.paid, (amount) => ({ amount, originalAmount: null })),
        sharedBy: parts(bill.shares, (share) => ({ share })),
        split: {
          mode: 'exact',
          of: parts(bill.shares, (amount) => ({ amount })).map(({ id, amount }) => ({ id, amount })),
        },
      }))
    const payments = all
      .filter(({ kind }) => kind === 'payment')
      .map((bill, at) => ({
        ...{ id: `t${at}`, createdAt: `${dateOf(bill)}T12:00:00.000Z`, amount: sum(bill.shares), note: null },
        ...{
          from: ref(payerOf(bill)),
          to: bill.isDeleted ? { type: 'pool' } : ref(bill.shares.findIndex((share) => share > 0)),
        },
      }))
    changeFields([...expenses, ...payments], values)
    const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null)
    const named = (value: unknown) =>
      fields(value)['type'] === 'pool' ? 'Shared Pool' : nameIn(fields(value)['id'])
    const ofExpenses = (expenses as unknown as Fields[]).map((expense, at): SaidRow => {
      const sign = expense['kind'] === 'refund' ? -1 : 1
      const amount = whole(expense['amount'])
      const paid =
        expense['payers'] === 'pool'
          ? [['Shared Pool', amount] as const]
          : list(expense['payers']).map((of) => [named(of), whole(fields(of)['amount'])] as const)
      const shares = list(expense['sharedBy']).map((of) => [named(of), whole(fields(of)['share'])] as const)
      const isRead =
        amount !== null &&
        [...paid, ...shares].every(([, part]) => part !== null) &&
        [paid, shares].every((of) => sum(of.map(([, part]) => part!)) === amount)
      return {
        line: at + 1,
        moves: isRead
          ? movesOf('EUR', [
              ...paid.map(([name, part]) => [name, sign * part!] as const),
              ...shares.map(([name, part]) => [name, -sign * part!] as const),
            ])
          : null,
        isBack: sign < 0,
        isUnclear: [...paid, ...shares].some(([name]) => name.startsWith('?')),
      }
    })
    const ofPayments = (payments as unknown as Fields[]).map((payment, at): SaidRow => {
      const amount = whole(payment['amount'])
      const [from, to] = [named(payment['from']), named(payment['to'])]
      const moves =
        amount === null
          ? null
          : movesOf('EUR', [
              [from, amount],
              [to, -amount],
            ])
      return {
        line: expenses.length + at + 1,
        moves,
        isUnclear: [from, to].some((name) => name.startsWith('?')),
      }
    })
    const rows = [...ofExpenses, ...ofPayments]
    const totals = new Map<string, number>()
    for (const { moves, isUnclear } of rows)
      for (const [key, amount] of isUnclear ? [] : (moves ?? []))
        totals.set(key, (totals.get(key) ?? 0) + amount)
    const trip = {
      details: {
        ...{
          title: 'Lisbon',
          description: null,
          destination: 'Lisbon',
          startDate: '2026-10-01',
          endDate: '2026-10-31',
        },
        ...{ status: 'planning', budget: null, currency: 'EUR' },
      },
      people: NAMES.map((name, at) => ({ ...ref(at), name, role: 'member', isPresent: true })),
      ...{ activities: [], expenses, contributions: [], payments },
      balances: Object.fromEntries(NAMES.map((name, at) => [`p${at}`, totals.get(`EUR ${name}`) ?? 0])),
      poolBalance: -(totals.get('EUR Shared Pool') ?? 0) + 0,
    }
    const texts = new Map([
      ['trip.json', JSON.stringify(trip)],
      ['events.jsonl', ''],
    ])
    return {
      source: 'groupTrip',
      content: packArchive({ trip: { id: 't', title: 'Lisbon' }, streams: [] }, texts),
      rows,
    }
  },
)

/** Splitwise's balances without its expenses, and what everybody is owed by 'EUR Ana'; null where a field is none. */
export const splitwiseBalances = fc
  .record({
    amounts: fc.array(
      fc.tuple(fc.nat(3), fc.constantFrom<Code>('EUR', 'JPY'), fc.integer({ min: -9999, max: 9999 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    isFriends: fc.boolean(),
    values: fieldChanges,
  })
  .map(({ amounts, isFriends, values }) => {
    const members = NAMES.map((first_name, at) => ({
      ...{ id: at + 1, first_name },
      balance: amounts.flatMap(([person, currency_code, amount]) =>
        person === at ? [{ currency_code, amount: decimal(amount, currency_code) }] : [],
      ),
    }))
    changeFields(
      members.flatMap(({ balance }) => balance),
      values,
    )
    const parts = members.flatMap(({ first_name, balance }) =>
      balance.map(({ currency_code, amount }) => {
        const code = typeof currency_code === 'string' ? codeIn(currency_code) : null
        return { code, name: first_name, amount: textUnits(amount, code) }
      }),
    )
    const isRead = parts.every(({ code, amount }) => code !== null && amount !== null)
    const moves = new Map<string, number>()
    const add = (key: string, amount: number) => moves.set(key, (moves.get(key) ?? 0) + amount)
    for (const { code, name, amount } of isRead ? parts : []) {
      add(`${code} ${name}`, (isFriends ? -1 : 1) * amount!)
      add(`${code} The owner of the account`, (isFriends ? 1 : -1) * amount!)
    }
    const content = JSON.stringify(isFriends ? { friends: members } : { groups: [{ members }] })
    return { content, moves: isRead ? moves : null }
  })
