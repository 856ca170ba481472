// The balances in the file beside those here. A difference has to be accepted before the import.

import { Check, TriangleAlert } from 'lucide-react'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { formatSignedFigure } from '#web/money/formatFigure.ts'
import {
  type BalanceTable,
  type ComparedBalance,
  comparisonText,
  countedRecords,
  spentText,
} from '#web/money/imports/balanceTables.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { textColorOf } from '#web/ui/Money.tsx'
import { classes } from '#web/ui/classes.ts'

interface BalanceComparisonProps {
  plan: Pick<
    ImportPlan,
    'tables' | 'people' | 'choices' | 'isSame' | 'missing' | 'acceptsDifference' | 'acceptDifference'
  >
  parsed: ParsedFile
  roster: readonly ChoosablePerson[]
  myId: string
  tripCurrency: CurrencyCode
}

export function BalanceComparison({ plan, parsed, roster, myId, tripCurrency }: BalanceComparisonProps) {
  const { tables, people, choices, isSame, missing, acceptsDifference, acceptDifference } = plan
  const nameOf = (key: string): string => {
    if (key === POOL) return POOL_NAME
    const choice = choices.get(key)
    if (choice === myId) return 'You'
    const inFile = people.find((person) => person.key === key)?.name ?? 'Somebody without rows'
    return roster.find(({ id }) => id === choice)?.name ?? inFile
  }
  // A table without balances of its own proves nothing: its rows are compared with no one's sums.
  const isProof = parsed.source !== 'generic' || parsed.fileTotals !== null
  const isWhole = isSame && missing === 0
  const needsCurrency = tables.length > 1 || tables.some(({ currency }) => currency !== tripCurrency)
  return (
    <PreviewSection
      title="Balances"
      result={
        !isProof ? (
          <span className="text-muted">From what was read</span>
        ) : (
          <span className={classes('flex items-center gap-1.5', isWhole ? 'text-success' : 'text-danger')}>
            {isWhole ? (
              <Check aria-hidden className="size-4" />
            ) : (
              <TriangleAlert aria-hidden className="size-4" />
            )}
            <span>{comparisonText(tables, missing)}</span>
          </span>
        )
      }
    >
      <Card className="grid gap-4">
        {tables.map((table) => (
          <Table key={table.currency} {...{ table, nameOf, needsCurrency, isProof }} />
        ))}
        {!isProof && (
          <p className="text-secondary text-muted">
            {`${countedRecords(parsed.records)}, ${spentText(parsed.records)} spent in all. The table has no balances to compare with, so please check this sum.`}
          </p>
        )}
        {!isWhole && (
          <Checkbox
            label="Import anyway"
            detail={
              isSame
                ? `${formatCount(missing, 'row')} of the file will be missing here.`
                : 'The balances here will not be those of the file.'
            }
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
  isProof: boolean
}

function Table({ table: { currency, rows }, nameOf, needsCurrency, isProof }: TableProps) {
  return (
    <table className="w-full table-fixed text-body tabular-nums">
      <caption className="sr-only">{`Balances in ${currency}`}</caption>
      <thead className="text-meta text-muted">
        <tr>
          <th scope="col" className="w-[36%] pb-1.5 text-start font-normal">
            {needsCurrency ? currency : <span className="sr-only">Person</span>}
          </th>
          {isProof && (
            <th scope="col" className="pb-1.5 text-end font-normal">
              In the file
            </th>
          )}
          <th scope="col" className="pb-1.5 text-end font-normal">
            Here
          </th>
          {isProof && (
            <th scope="col" className="w-7 pb-1.5">
              <span className="sr-only">Compared</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.person} {...{ row, currency, isProof }} name={nameOf(row.person)} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Pick<TableProps, 'isProof'> {
  row: ComparedBalance
  currency: CurrencyCode
  name: string
}

function Row({ row, currency, name, isProof }: RowProps) {
  const { inFile, here, isSame } = row
  const Icon = isSame ? Check : TriangleAlert
  const difference = formatUnsignedMinor(here - inFile, currency)
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-2 pe-2 text-start font-normal">
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        {isProof && !isSame && (
          <span className="block text-meta text-danger">{`${difference} ${here > inFile ? 'more' : 'less'}`}</span>
        )}
      </th>
      {(isProof ? [inFile, here] : [here]).map((amount, index) => (
        <td key={index} className={classes('py-2 text-end font-semibold wrap-anywhere', textColorOf(amount))}>
          {formatSignedFigure(amount, currency)}
        </td>
      ))}
      {isProof && (
        <td className="py-2 text-end">
          <Icon
            aria-hidden
            className={classes('ms-auto inline size-4', isSame ? 'text-success' : 'text-danger')}
          />
          <span className="sr-only">{isSame ? 'The same' : 'Not the same'}</span>
        </td>
      )}
    </tr>
  )
}
