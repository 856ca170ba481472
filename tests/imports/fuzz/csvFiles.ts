// Random CSV files in the formats of the apps, with changed cells, and what their rows say.

import fc from 'fast-check'
import {
  type Bill,
  bills,
  byWeight,
  cellChanges,
  changeCells,
  codeIn,
  csv,
  dateOf,
  decimal,
  hasOnePayer,
  movesOf,
  NAMES,
  payerOf,
  plainStyle,
  type SaidFile,
  type SaidRow,
  signOf,
  styles,
  sum,
  unitsIn,
  unitsOrZero,
} from '#tests/imports/fuzz/said.ts'

const random = (of: fc.Arbitrary<Bill[]>) => ({ all: of, style: styles, cells: cellChanges })

/** What a row says whose cells are amounts of the people, if they add up to 0. */
const balanced = (parts: readonly (readonly [string, number | null])[], code: ReturnType<typeof codeIn>) =>
  code !== null && parts.every(([, amount]) => amount !== null) && sum(parts.map(([, of]) => of!)) === 0
    ? movesOf(code, parts as [string, number][])
    : null

const LANGUAGES = [
  ['Date,Description,Category,Cost,Currency', 'Payment', 'Total balance'],
  ['Datum,Beschreibung,Kategorie,Kosten,Währung', 'Zahlung', 'Gesamtbilanz'],
  ['Fecha,Descripción,Categoría,Coste,Moneda', 'Pago', 'Saldo total'],
  ['日付,概要,カテゴリ,費用,通貨', '支払い', '合計残高'],
  // Read by position.
  ['日期,說明,種類,花費,幣別', '付款', '總結餘'],
] as const

export const splitwise: fc.Arbitrary<SaidFile> = fc
  .record({ ...random(bills()), language: fc.constantFrom(...LANGUAGES), hasTotals: fc.boolean() })
  .map(({ all, style, cells, language: [headers, payment, total], hasTotals }) => {
    const rows = all.map((bill) => [
      ...[dateOf(bill), bill.text, bill.kind === 'payment' ? payment : 'General'],
      ...[decimal(signOf(bill) * sum(bill.shares), bill.code, style.point), bill.code],
      ...NAMES.map((_, at) =>
        decimal(signOf(bill) * (bill.paid[at]! - bill.shares[at]!), bill.code, style.point),
      ),
    ])
    const codes = [...new Set(all.map(({ code }) => code))]
    const totals = codes.map((code) => [
      ...['2026-10-31', total, ' ', ' ', code],
      ...NAMES.map((_, at) =>
        decimal(
          sum(
            all.map((bill) => (bill.code === code ? signOf(bill) * (bill.paid[at]! - bill.shares[at]!) : 0)),
          ),
          code,
          style.point,
        ),
      ),
    ])
    const below = [...rows, ...(hasTotals ? totals : [])]
    changeCells(below, cells, style, 2)
    const said = below.map((row, at): SaidRow => {
      const code = codeIn(row[4]!)
      const nets = NAMES.map((name, person) => [name, code && unitsOrZero(row[5 + person]!, code)] as const)
      const isTotal = hasTotals && at >= rows.length && !/[1-9]/.test(row[3]!)
      const isNothing = row.slice(5).every((cell) => !/[1-9]/.test(cell))
      return {
        line: at + 3 + (at >= rows.length ? 1 : 0),
        moves: balanced(nets, code),
        isBack: (unitsIn(row[3]!, code ?? 'EUR') ?? 0) < 0,
        isLeftOut: isTotal || isNothing,
      }
    })
    const table = [
      [...headers.split(','), ...NAMES],
      [''],
      ...below.slice(0, rows.length),
      [''],
      ...below.slice(rows.length),
    ]
    return { source: 'splitwise', content: csv(table, style), rows: said }
  })

export const tricount: fc.Arbitrary<SaidFile> = fc.record(random(bills())).map(({ all, style, cells }) => {
  const rows = all
    .filter(({ code }) => code === 'EUR')
    .map((bill) => [
      ...[bill.text, decimal(sum(bill.shares), 'EUR', style.point), 'EUR', '1', '', ''],
      ...[bill.kind === 'payment' ? 'Money transfer' : 'Normal expense', dateOf(bill)],
      ...NAMES.map((_, at) => decimal(signOf(bill) * bill.paid[at]!, 'EUR', style.point)),
      ...NAMES.map((_, at) => decimal(-signOf(bill) * bill.shares[at]!, 'EUR', style.point)),
    ])
  changeCells(rows, cells, style, 8)
  const headers = [
    ...['Title', 'Amount', 'Currency', 'Exchange rate', 'Amount in default currency (EUR)', 'Category'],
    ...['Transaction type', 'Date & time'],
    ...[...NAMES.map((name) => `Paid by ${name}`), ...NAMES.map((name) => `Impacted to ${name}`)],
  ]
  const said = rows.map((row, at): SaidRow => {
    const parts = row
      .slice(8)
      .map((cell, of) => [NAMES[of % NAMES.length]!, unitsOrZero(cell, 'EUR')] as const)
    const paid = sum(parts.slice(0, NAMES.length).map(([, amount]) => amount ?? 0))
    const isLeftOut = parts.every(([, amount]) => amount === 0)
    return { line: at + 2, moves: balanced(parts, 'EUR'), isBack: paid < 0, isLeftOut }
  })
  const table = [headers, ...rows, ['tricount Lisbon - Exported on 2026-11-01']]
  return { source: 'tricount', content: csv(table, style), rows: said }
})

/** A cell is a share with the sign of the payer turned; who has no share is found by the answer to a question. */
export const spliit: fc.Arbitrary<SaidFile> = fc
  .record({ all: bills(hasOnePayer), cells: cellChanges, isAnswered: fc.boolean() })
  .map(({ all, cells, isAnswered }) => {
    const style = plainStyle
    const rows = all.map((bill) => [
      ...[dateOf(bill), bill.text.replace(/^=/, "'="), 'General', bill.code],
      ...[decimal(signOf(bill) * sum(bill.shares), bill.code), '', '', ''],
      ...[bill.kind === 'payment' ? 'Yes' : 'No', 'Unevenly – By amount'],
      ...NAMES.map((_, at) =>
        decimal((at === payerOf(bill) ? 1 : -1) * signOf(bill) * bill.shares[at]!, bill.code),
      ),
    ])
    changeCells(rows, cells, style, 4)
    const headers =
      'Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion rate,Is Reimbursement,Split mode'
    const payers = new Map(all.map((bill, at) => [at + 2, `p${payerOf(bill) + 1}`]))
    const said = rows.map((row, at): SaidRow => {
      const code = codeIn(row[3]!)!
      const cost = unitsOrZero(row[4]!, code)
      const parts = row.slice(10).map((cell) => unitsOrZero(cell, code))
      const isEven = /^even/i.test(row[9]!)
      const shown = parts.findIndex((part) => part !== null && part !== 0 && part > 0 === cost! > 0)
      const answered = parts[payerOf(all[at]!)] === 0 && isAnswered ? payerOf(all[at]!) : -1
      const without = parts.flatMap((part, person) => (part === 0 ? [person] : []))
      const payer = shown >= 0 ? shown : without.length === 1 ? without[0]! : answered
      const sizes = parts.map((part) => Math.abs(part ?? 0))
      const off = Math.abs(sum(sizes) - Math.abs(cost ?? 0))
      const isReadable = cost !== null && cost !== 0 && !parts.includes(null) && payer >= 0
      const shares = cost === null ? [] : byWeight(cost, sizes)
      const isRead = isReadable && off <= sizes.filter((size) => size > 0).length && sum(sizes) > 0
      return {
        line: at + 2,
        moves: isRead
          ? movesOf(code, [
              [NAMES[payer]!, cost],
              ...shares.map((share, of) => [NAMES[of]!, -share] as const),
            ])
          : null,
        slack: 1,
        isBack: (cost ?? 0) < 0,
        isUnclear: isEven,
      }
    })
    const options = isAnswered ? { payers } : {}
    return {
      source: 'spliit',
      content: csv([[...headers.split(','), ...NAMES], ...rows], style),
      rows: said,
      options,
    }
  })

/** Weights of the people in this order. */
const weightsOf = fc.constantFrom([1, 1, 1, 1], [1, 2, 1, 1], [1, 0.5, 3, 1])

const hasSharers = (bill: Bill) => hasOnePayer(bill)
const sharersOf = (bill: Bill) => NAMES.filter((_, at) => bill.shares[at]! > 0)
const listed = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** What a bill of one payer and weighted sharers says. */
function weighed(
  {
    payer,
    owers,
    amount,
    code,
  }: { payer: string; owers: string[]; amount: number | null; code: Bill['code'] | null },
  weightOf: (name: string) => number | null,
): Pick<SaidRow, 'moves' | 'slack' | 'isBack' | 'isLeftOut'> {
  const weights = owers.map(weightOf)
  const isRead =
    amount !== null &&
    code !== null &&
    payer !== '' &&
    owers.length > 0 &&
    !owers.includes('') &&
    weights.every((weight) => weight !== null)
  if (!isRead) return { moves: null }
  const shares = byWeight(amount, weights)
  const parts = owers.map((name, at) => [name, -shares[at]!] as const)
  return {
    moves: movesOf(code, [[payer, amount], ...parts]),
    slack: 1,
    isBack: amount < 0,
    isLeftOut: amount === 0,
  }
}

export const cospend: fc.Arbitrary<SaidFile> = fc
  .record({ all: bills(hasSharers), cells: cellChanges, weights: weightsOf, hasMembers: fc.boolean() })
  .map(({ all, cells, weights, hasMembers }) => {
    const style = plainStyle
    const members = NAMES.map((name, at) => [name, String(weights[at]), '1', '#000'])
    const above = [
      ['name', 'weight', 'active', 'color'],
      ...members,
      [''],
      ['currencyname', 'exchange_rate'],
      ['EUR', '1'],
      [''],
    ]
    const headers =
      'what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,categoryid,deleted'
    const only = NAMES.map((name, at) => [
      ...['deleteMeIfYouWant', '1', '2026-10-01', '', name, String(weights[at]), '1', name, 'n', '0', '0'],
    ])
    const rows = all.map((bill) => [
      ...[bill.text, decimal(signOf(bill) * sum(bill.shares), 'EUR'), dateOf(bill), ''],
      ...[NAMES[payerOf(bill)]!, String(weights[payerOf(bill)]), '1', sharersOf(bill).join(','), 'n'],
      ...[bill.kind === 'payment' ? '-11' : '0', bill.isDeleted ? '1' : '0'],
    ])
    changeCells(rows, cells, style, 1)
    const first = hasMembers ? above : above.slice(-3)
    const below = hasMembers ? rows : [...only, ...rows]
    const said = rows.map((row, at): SaidRow => {
      const [, amount = '', , , payer = '', , , owers = '', , category, deleted] = row
      const weightOf = (name: string) => weights[(NAMES as readonly string[]).indexOf(name)] ?? null
      const names = [payer.trim(), ...listed(owers)]
      const of = weighed(
        { payer: payer.trim(), owers: listed(owers), amount: unitsIn(amount, 'EUR'), code: 'EUR' },
        weightOf,
      )
      return {
        ...of,
        line: first.length + 2 + (below.length - rows.length) + at,
        isLeftOut: of.isLeftOut === true || deleted?.trim() === '1',
        isUnclear: names.some((name) => weightOf(name) === null),
        isBack: of.isBack === true && category !== '-11',
      }
    })
    return { source: 'cospend', content: csv([...first, headers.split(','), ...below], style), rows: said }
  })

export const ihatemoney: fc.Arbitrary<SaidFile> = fc
  .record({ all: bills(hasSharers), cells: cellChanges, weights: weightsOf })
  .map(({ all, cells, weights }) => {
    const style = plainStyle
    const rows = all
      .toSorted((a, b) => b.day - a.day)
      .map((bill) => [
        ...[bill.text, bill.kind === 'payment' ? 'Reimbursement' : 'Expense'],
        ...[decimal(signOf(bill) * sum(bill.shares), 'EUR'), 'EUR', dateOf(bill), NAMES[payerOf(bill)]!],
        ...[String(weights[payerOf(bill)]), sharersOf(bill).join(', ')],
      ])
    changeCells(rows, cells, style, 1)
    return {
      source: 'ihatemoney',
      content: csv(
        [['what', 'bill_type', 'amount', 'currency', 'date', 'payer_name', 'payer_weight', 'owers'], ...rows],
        style,
      ),
      rows: saidByIhatemoney(
        rows.map(
          (
            [, type = '', amount = '', currency = '', date = '', payer = '', weight = '', owers = ''],
            at,
          ) => ({
            ...{
              line: at + 2,
              type,
              amount,
              currency,
              date,
              payer: payer.trim(),
              weight,
              owers: listed(owers),
            },
          }),
        ),
      ),
    }
  })

interface IhatemoneyBill {
  line: number
  type: string
  amount: string
  currency: string
  date: string
  payer: string
  weight: string
  owers: string[]
  isDamaged?: boolean
}

/** A person weighs what the latest bill says that they paid, and 1 without one. */
export function saidByIhatemoney(all: readonly IhatemoneyBill[]): SaidRow[] {
  const latest = new Map<string, IhatemoneyBill>()
  const dayOf = ({ date }: IhatemoneyBill) => (/^2026-10-\d\d$/.test(date) ? date : '')
  for (const bill of all.filter(({ isDamaged }) => !isDamaged)) {
    const other = latest.get(bill.payer)
    if (!other || dayOf(bill) > dayOf(other)) latest.set(bill.payer, bill)
  }
  const weightOf = (name: string) => {
    const text = latest.get(name)?.weight.trim() ?? '1'
    return /^\d+(?:\.\d{1,4})?$/.test(text) && Number(text) > 0 && Number(text) < 1e5 ? Number(text) : null
  }
  return all.map((bill): SaidRow => {
    const { line, payer, owers, type } = bill
    const code = ['', 'XXX'].includes(bill.currency.trim()) ? 'EUR' : codeIn(bill.currency)
    const said = weighed({ payer, owers, code, amount: code && unitsIn(bill.amount, code) }, weightOf)
    const isBack = said.isBack === true && type.toLowerCase() !== 'reimbursement'
    if (bill.isDamaged) return { line, moves: null }
    return { ...said, line, isBack, isUnclear: owers.some((name) => weightOf(name) === null) }
  })
}

export const settleUp: fc.Arbitrary<SaidFile> = fc.record(random(bills())).map(({ all, style, cells }) => {
  const split = (text: string) => text.split(';').map((part) => part.trim())
  const rows = all.map((bill) => {
    const list = (amounts: readonly number[]) => ({
      names: NAMES.filter((_, at) => amounts[at]! > 0).join(';'),
      amounts: amounts
        .filter((amount) => amount > 0)
        .map((amount) => decimal(signOf(bill) * amount, bill.code, style.point))
        .join(';'),
    })
    const [paid, shares] = [list(bill.paid), list(bill.shares)]
    return [
      ...[bill.text, paid.names, paid.amounts, bill.code, shares.names, shares.amounts],
      ...[`${dateOf(bill)} 12:00:00`, bill.kind === 'payment' ? 'transfer' : 'expense'],
    ]
  })
  changeCells(rows, cells, style, 1)
  const headers = [
    'Purpose',
    'Who paid',
    'Amount',
    'Currency',
    'For whom',
    'Split amounts',
    'Date & time',
    'Type',
  ]
  const said = rows.map(
    ([, payers = '', amounts = '', currency = '', sharers = '', parts = ''], at): SaidRow => {
      const code = codeIn(currency)
      const [paidNames, sharerNames] = [split(payers), split(sharers)]
      const [paid, shares] = [amounts, parts].map((of) =>
        split(of).map((text) => code && unitsIn(text, code)),
      ) as [(number | null)[], (number | null)[]]
      const isRead =
        code !== null &&
        paidNames.length === paid.length &&
        sharerNames.length === shares.length &&
        ![...paid, ...shares].includes(null) &&
        ![...paidNames, ...sharerNames].includes('') &&
        Math.abs(sum(paid as number[]) - sum(shares as number[])) <= shares.length
      const moved = [
        ...paidNames.map((name, of) => [name, paid[of] ?? 0] as const),
        ...sharerNames.map((name, of) => [name, -(shares[of] ?? 0)] as const),
      ]
      const total = sum(paid.map((amount) => amount ?? 0))
      const slack = isRead && total !== sum(shares as number[]) ? 1 : 0
      return {
        line: at + 2,
        moves: isRead ? movesOf(code, moved) : null,
        slack,
        isBack: total < 0,
        isLeftOut: isRead && total === 0,
      }
    },
  )
  return { source: 'settleUp', content: csv([headers, ...rows], style), rows: said }
})
