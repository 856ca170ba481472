// The result of each person's contribution: done, waiting for the network, or refused with the reason.

import { CircleAlert, CircleCheck } from 'lucide-react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { type ShownContribution, CONTRIBUTION_FAILED } from '#web/money/pool/useContributions.ts'
import { formatSignedMoney } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { pendingText } from '#web/ui/toasts.tsx'

interface ContributionResultsProps {
  contributions: readonly ShownContribution[]
  /** Per person, in major units. */
  amount: number
  currency: CurrencyCode
}

export function ContributionResults({ contributions, amount, currency }: ContributionResultsProps) {
  const waiting = contributions.find(({ state }) => state === 'waiting')
  return (
    <div className="grid gap-4">
      {waiting && (
        <Banner tone={waiting.text === null ? 'info' : 'danger'}>
          {pendingText({ failure: waiting.text }, CONTRIBUTION_FAILED)}
        </Banner>
      )}
      {contributions.some(({ state }) => state === 'refused') && (
        <Banner tone="danger" title={CONTRIBUTION_FAILED}>
          Deposits marked as added are in the pool. Retry sends only what is missing.
        </Banner>
      )}
      <List label="Deposits">
        {contributions.map((contribution) => (
          <li key={contribution.person.id}>
            <ListRow
              as="div"
              leading={<Avatar id={contribution.person.id} name={contribution.person.name} />}
              title={contribution.person.name}
              detail={<Money text={formatSignedMoney(amount, currency)} />}
              trailing={<Result {...contribution} />}
            />
            {contribution.state === 'refused' && (
              <div className="flex flex-wrap items-center gap-x-3 ps-17 pe-4 pb-3">
                <p role="alert" className="min-w-0 flex-1 text-secondary text-danger">
                  {contribution.text}
                </p>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Retry ${contribution.person.name}`}
                  onClick={contribution.retry}
                >
                  Retry
                </Button>
              </div>
            )}
          </li>
        ))}
      </List>
    </div>
  )
}

function Result({ state }: ShownContribution) {
  if (state === 'sending') return <PendingMark text="sending" />
  if (state === 'waiting') return <PendingMark />
  const [Icon, text, color] = styles[state]
  return (
    <span className={`inline-flex items-center gap-1 text-meta font-medium ${color}`}>
      <Icon aria-hidden className="size-4" />
      {text}
    </span>
  )
}

const styles = {
  done: [CircleCheck, 'added', 'text-success'],
  refused: [CircleAlert, 'not added', 'text-danger'],
} as const
