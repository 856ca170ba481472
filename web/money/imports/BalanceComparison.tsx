// The balances in the file beside those here. A difference has to be accepted before the import.

import { Check, TriangleAlert } from 'lucide-react'
import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { POOL } from '#core/money/ledger.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { formatSignedFigure } from '#web/money/formatFigure.ts'
import type { BalanceTable, ComparedBalance } from '#web/money/imports/balanceTables.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { textColorOf } from '#web/ui/Money.tsx'
import { classes } from '#web/ui/classes.ts'

interface BalanceComparisonProps {
  plan: Pick<
    ImportPlan,
    'tables' | 'people' | 'choices' | 'isSame' | 'acceptsDifference' | 'acceptDifference'
  >
  roster: readonly ChoosablePerson[]
  myId: string
  tripCurrency: CurrencyCode
}

export function BalanceComparison({ plan, roster, myId, tripCurrency }: BalanceComparisonProps) {
  const { tables, people, choices, isSame, acceptsDifference, acceptDifference } = plan
  const nameOf = (key: string): string => {
    if (key === POOL) return POOL_NAME
    const choice = choices.get(key)
    if (choice === myId) return 'You'
    const inFile = people.find((person) => person.key === key)?.name ?? 'Somebody without rows'
    return roster.find(({ id }) => id === choice)?.name ?? inFile
  }
  const needsCurrency = tables.length > 1 || tables.some(({ currency }) => currency !== tripCurrency)
  return (
    <PreviewSection
      title="Balances"
      result={
        isSame ? (
          <span className="flex items-center gap-1.5 text-success">
            <Check aria-hidden className="size-4" /> The same to the cent
          </span>
        ) : (
          <span className="flex items-center gap-1.5 text-danger">
            <TriangleAlert aria-hidden className="size-4" /> Not the same
          </span>
        )
      }
    >
      <Card className="grid gap-4">
        {tables.map((table) => (
          <Table key={table.currency} {...{ table, nameOf, needsCurrency }} />
        ))}
        {!isSame && (
          <Checkbox
            label="Import anyway"
            detail="The balances here will not be those of the file."
            checked={acceptsDifference}
            onChange={({ target }) => acceptDifference(target.checked)}
            className="-mx-3"
          />
        )}
      </Card>
    </PreviewSection>
  )
}

interface TableProps {
  table: BalanceTable
  nameOf: (key: string) => string
  needsCurrency: boolean
}

function Table({ table: { currency, rows }, nameOf, needsCurrency }: TableProps) {
  return (
    <table className="w-full table-fixed text-body tabular-nums">
      <caption className="sr-only">{`Balances in ${currency}`}</caption>
      <thead className="text-meta text-muted">
        <tr>
          <th scope="col" className="w-[36%] pb-1.5 text-start font-normal">
            {needsCurrency ? currency : <span className="sr-only">Person</span>}
          </th>
          <th scope="col" className="pb-1.5 text-end font-normal">
            In the file
          </th>
          <th scope="col" className="pb-1.5 text-end font-normal">
            Here
          </th>
          <th scope="col" className="w-7 pb-1.5">
            <span className="sr-only">Compared</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.person} {...{ row, currency }} name={nameOf(row.person)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, currency, name }: { row: ComparedBalance; currency: CurrencyCode; name: string }) {
  const { inFile, here, isSame } = row
  const Icon = isSame ? Check : TriangleAlert
  const difference = formatUnsignedMoney(toMajor(here - inFile, currency), currency)
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-2 pe-2 text-start font-normal">
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        {!isSame && (
          <span className="block text-meta text-danger">{`${difference} ${here > inFile ? 'more' : 'less'}`}</span>
        )}
      </th>
      {[inFile, here].map((amount, index) => (
        <td key={index} className={classes('py-2 text-end font-semibold wrap-anywhere', textColorOf(amount))}>
          {formatSignedFigure(toMajor(amount, currency), currency)}
        </td>
      ))}
      <td className="py-2 text-end">
        <Icon
          aria-hidden
          className={classes('ms-auto inline size-4', isSame ? 'text-success' : 'text-danger')}
        />
        <span className="sr-only">{isSame ? 'The same' : 'Not the same'}</span>
      </td>
    </tr>
  )
}
