// One line of the pool's history: what it was, who, when, and by how much the pool grew or shrank.

import { Trash2 } from 'lucide-react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { PoolTransaction } from '#core/money/contract.ts'
import { Ago } from '#web/money/Ago.tsx'
import type { ShownTransaction } from '#web/money/pool/overlaidPool.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Unsent } from '#web/ui/Unsent.tsx'

interface TransactionRowProps {
  row: ShownTransaction
  currency: CurrencyCode
  onRemove: () => void
}

export function TransactionRow({ row, currency, onRemove }: TransactionRowProps) {
  const { transaction, item, isRemoval } = row
  const { type, amount, description, createdAt, canRemove } = transaction
  const isDeposit = type === 'contribution'
  return (
    <li>
      <ListRow
        as="div"
        title={description}
        detail={
          <>
            <bdi>{whoDid(transaction)}</bdi> · <Ago at={createdAt} />
          </>
        }
        trailing={
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <StatusChip tone={isDeposit ? 'success' : 'warning'}>
              {isDeposit ? 'Contribution' : 'Expense'}
            </StatusChip>
            <Money
              text={formatSignedMoney(isDeposit ? amount : -amount, currency)}
              className={classes('font-semibold', isDeposit ? 'text-success' : 'text-danger')}
            />
          </span>
        }
        actions={
          canRemove && !item ? (
            <IconButton label={`Remove ${description}`} icon={Trash2} tone="muted" onClick={onRemove} />
          ) : undefined
        }
      />
      {item && (
        <div className="px-4 pb-3">
          <Unsent item={item} {...(isRemoval && { what: 'removal' })} />
        </div>
      )}
    </li>
  )
}

function whoDid({ participant, recordedBy }: PoolTransaction): string {
  if (!participant) return `recorded by ${recordedBy.username}`
  return participant.id === recordedBy.id
    ? participant.name
    : `${participant.name}, recorded by ${recordedBy.username}`
}
