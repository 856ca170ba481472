// The result of each person's deposit: done, waiting for the network, or refused with the reason.

import { CircleAlert, CircleCheck } from 'lucide-react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ShownDeposit } from '#web/money/pool/useDeposits.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

export interface DepositResultsProps {
  deposits: readonly ShownDeposit[]
  /** Per person, in major units. */
  amount: number
  currency: CurrencyCode
}

export function DepositResults({ deposits, amount, currency }: DepositResultsProps) {
  return (
    <List label="Deposits">
      {deposits.map((deposit) => (
        <li key={deposit.person.id}>
          <ListRow
            as="div"
            leading={<Avatar id={deposit.person.id} name={deposit.person.name} />}
            title={deposit.person.name}
            detail={<Money text={formatSignedMoney(amount, currency)} />}
            trailing={<Result {...deposit} />}
          />
          {deposit.state === 'refused' && (
            <div className="flex flex-wrap items-center gap-x-3 ps-17 pe-4 pb-3">
              <p role="alert" className="min-w-0 flex-1 text-secondary text-danger">
                {deposit.text}
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Retry ${deposit.person.name}`}
                onClick={deposit.retry}
              >
                Retry
              </Button>
            </div>
          )}
        </li>
      ))}
    </List>
  )
}

function Result({ state }: ShownDeposit) {
  if (state === 'sending') return <PendingMark text="sending" />
  if (state === 'waiting') return <PendingMark />
  const [Icon, text, ink] = looks[state]
  return (
    <span className={`inline-flex items-center gap-1 text-meta font-medium ${ink}`}>
      <Icon aria-hidden className="size-4" />
      {text}
    </span>
  )
}

const looks = {
  done: [CircleCheck, 'added', 'text-success'],
  refused: [CircleAlert, 'not added', 'text-danger'],
} as const
