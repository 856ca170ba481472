// A transaction of the pool: description, person, time and amount.

import { contributionText } from '#web/money/pool/contributionForm.ts'
import { Trash2 } from 'lucide-react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { PoolTransaction } from '#core/money/responses.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { formatSignedMoney } from '#web/platform/time/format.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import type { ShownRecord } from '#web/records/shownRecords.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

interface TransactionRowProps {
  row: ShownRecord<PoolTransaction>
  currency: CurrencyCode
  onRemove: () => void
}

export function TransactionRow({ row, currency, onRemove }: TransactionRowProps) {
  const { record: transaction, commands } = row
  const { type, amount, description, participant, createdAt, canRemove } = transaction
  const isContribution = type === 'contribution'
  const isRefund = !isContribution && amount < 0
  const change = isContribution ? amount : -amount
  const isDefault = participant !== null && description === contributionText('', participant.name)
  const who = whoDid(transaction, isDefault)
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 flex-[1_1_8rem] font-medium">
          {isDefault ? (
            <span>
              <bdi>{participant.name}</bdi> put in money
            </span>
          ) : (
            <bdi>{description}</bdi>
          )}
        </span>
        <Money
          text={formatSignedMoney(change, currency)}
          className={classes('ms-auto font-semibold', change > 0 ? 'text-success' : 'text-danger')}
        />
      </p>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-secondary text-muted">
            <StatusChip tone={change > 0 ? 'success' : 'warning'}>
              {isContribution ? 'Contribution' : isRefund ? 'Refund' : 'Expense'}
            </StatusChip>
            <span className="min-w-0">
              {who !== '' && (
                <span>
                  <bdi>{who}</bdi> ·{' '}
                </span>
              )}
              <RelativeTime at={createdAt} />
            </span>
          </p>
          <RecordMarks commands={commands.slice(-1)} />
        </div>
        {canRemove && commands.length === 0 && (
          <div className="-my-2.5 -me-3">
            <IconButton label={`Remove ${description}`} icon={Trash2} tone="muted" onClick={onRemove} />
          </div>
        )}
      </div>
    </li>
  )
}

/** @param isNamed the row names the participant already */
function whoDid({ participant, recordedBy }: PoolTransaction, isNamed: boolean): string {
  const added = participant?.id === recordedBy.id ? [] : [`added by ${recordedBy.username}`]
  return [...(participant && !isNamed ? [participant.name] : []), ...added].join(', ')
}
