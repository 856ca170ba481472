// What to do first on a trip that has not begun. A step leaves the list when it is done.

import { CalendarPlus, type LucideIcon, ReceiptText, UserPlus } from 'lucide-react'
import { daysBetween } from '#core/kernel/calendar.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseCount } from '#core/money/balances/categoryTotals.ts'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

interface NextStepsProps {
  trip: TripResponse
  /** Nobody else is on it. */
  isAlone: boolean
  onParticipants: () => void
}

export function NextSteps({ trip, isAlone, onParticipants }: NextStepsProps) {
  // Of a trip with others most steps are done, so none is shown before that is known.
  const unknown = isAlone ? 0 : 1
  const activities = useTripResponse(trip.id, itineraryResponse).data?.items.length ?? unknown
  const ledger = useTripResponse(trip.id, ledgerIn).data
  const expenses = ledger ? expenseCount(ledger) : unknown
  if (!isAlone && activities > 0 && expenses > 0) return null
  const days = daysBetween(trip.startDate, trip.endDate) + 1
  return (
    <section aria-labelledby="next-steps" className="col-span-full">
      <SectionTitle level={3} id="next-steps">
        Next steps
      </SectionTitle>
      <List>
        {isAlone && (
          <Step
            icon={UserPlus}
            title="Add your friends"
            detail="They see the plan and the money as you do"
            action="Add people"
            onPress={onParticipants}
            isFirst
          />
        )}
        {activities === 0 && (
          <Step
            icon={CalendarPlus}
            title="Plan the first activity"
            detail={`Nothing is planned for ${formatCount(days, 'day')}`}
            action="Plan"
            onPress={() => requestDialog('#itinerary')}
            isFirst={!isAlone}
          />
        )}
        {expenses === 0 && (
          <Step
            icon={ReceiptText}
            title="Note the first expense"
            detail="Flights and stays count too"
            action="Add"
            onPress={() => requestDialog('#expenses/add')}
            isFirst={!isAlone && activities > 0}
          />
        )}
      </List>
    </section>
  )
}

interface StepProps {
  icon: LucideIcon
  title: string
  detail: string
  action: string
  onPress: () => void
  isFirst?: boolean
}

const Step = ({ icon: Icon, title, detail, action, onPress, isFirst = false }: StepProps) => (
  <ListRow
    leading={
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-field bg-primary-soft text-primary">
        <Icon aria-hidden className="size-5" />
      </span>
    }
    title={title}
    detail={detail}
    trailing={
      <Button size="sm" variant={isFirst ? 'primary' : 'secondary'} onClick={onPress}>
        {action}
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
    }
  />
)
