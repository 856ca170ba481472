// A transaction of the pool: description, person, time and amount.

import { contributionText } from '#web/money/pool/contributionForm.ts'
import { Trash2 } from 'lucide-react'
import type { ContributionRecord } from '#core/money/events.ts'
import { removableIn } from '#web/money/pool/poolTransactions.ts'
import { namesOf } from '#core/money/roster.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { PoolRecord } from '#projections/replica/moneyRecords.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import type { ShownRecord } from '#web/records/shownRecords.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

interface TransactionRowProps {
  row: ShownRecord<PoolRecord>
  trip: Trip
  onRemove: (contribution: ContributionRecord) => void
}

export function TransactionRow({ row, trip, onRemove }: TransactionRowProps) {
  const { record, commands } = row
  const { description, currency, createdAt } = record
  const removable = removableIn(row, trip, useMyId())
  const named = namesOf(trip)
  const isContribution = 'contributor' in record
  const contributor = isContribution ? named(record.contributor) : null
  const change = isContribution ? record.amount : -signedAmount(record)
  const isDefault = contributor !== null && description === contributionText('', contributor.name)
  const keeper = isContribution && record.keptBy ? named(record.keptBy) : null
  const recorder = named({ type: 'user', id: record.recordedBy })
  const who = [
    ...(contributor && !isDefault ? [contributor.name] : []),
    ...(contributor?.id === recorder.id ? [] : [`added by ${recorder.name}`]),
    ...(keeper ? [`kept by ${keeper.name}`] : []),
  ].join(', ')
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 flex-[1_1_8rem] font-medium">
          {isDefault ? (
            <span>
              <bdi>{contributor.name}</bdi> put in money
            </span>
          ) : (
            <bdi>{description}</bdi>
          )}
        </span>
        <Money
          text={formatSignedMinor(change, currency)}
          className={classes('ms-auto font-semibold', change > 0 ? 'text-success' : 'text-danger')}
        />
      </p>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-secondary text-muted">
            <StatusChip tone={change > 0 ? 'success' : 'warning'}>
              {isContribution ? 'Contribution' : change > 0 ? 'Refund' : 'Expense'}
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
        {removable && (
          <div className="-my-2.5 -me-3">
            <IconButton
              label={`Remove ${description}`}
              icon={Trash2}
              tone="muted"
              onClick={() => onRemove(removable)}
            />
          </div>
        )}
      </div>
    </li>
  )
}
