// A person in the settlement: the balance and the figures behind it.

import type { NamedParticipant, NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { WhyFigure } from '#web/money/why/why.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { settlementFigures } from '#web/money/settlement/settlementFigures.ts'
import { openBalance } from '#web/money/settlement/personalBalance.ts'
import { poolFigureText } from '#web/money/why/planTexts.ts'
import { Why } from '#web/money/why/Why.tsx'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Disclosure } from '#web/ui/lists/Disclosure.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'
import { PersonName } from '#web/ui/PersonName.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

interface PersonFiguresProps {
  person: NamedParticipant
  isMe: boolean
  trip: TripResponse
  settlement: NamedSettlement
}

/** The figures that come from records; the others come from the plan. */
const whyFigures: Record<string, WhyFigure | undefined> = {
  Paid: 'personalPayments',
  Deposited: 'poolContributions',
  'Fair share': 'fairShare',
  'Net balance': 'netBalance',
  'In the pool': 'poolSettlement',
}

export function PersonFigures({ person, isMe, trip, settlement }: PersonFiguresProps) {
  const { currency } = trip
  const poolSentences = poolFigureText(person, settlement, currency)
  const { id, name, status, left } = person
  const balance = openBalance(person)
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar id={id} name={name} />
        <span className="flex min-w-0 flex-[1_1_6rem] flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium">
            <PersonName name={name} isMe={isMe} />
          </span>
          {left && <StatusChip>left</StatusChip>}
        </span>
        <span className="ms-auto">
          <BalanceAmount status={status} text={formatUnsignedMinor(balance, currency)} />
        </span>
      </div>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4 gap-y-2">
        {settlementFigures(person, currency).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-muted">{label}</dt>
            <dd className="text-secondary font-medium tabular-nums">
              <FigureText trip={trip} person={person} figure={whyFigures[label]} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {poolSentences.length > 0 && (
        <Disclosure question="Why from the pool?" about={name}>
          {poolSentences.map((sentence) => (
            <p key={sentence} dir="ltr" className="wrap-anywhere">
              {sentence}
            </p>
          ))}
        </Disclosure>
      )}
    </li>
  )
}

interface FigureTextProps extends Pick<PersonFiguresProps, 'trip' | 'person'> {
  figure: WhyFigure | undefined
  text: string
}

function FigureText({ trip, person, figure, text }: FigureTextProps) {
  return figure ? <Why {...{ trip, person, figure }}>{text}</Why> : text
}
