// The question of an invitation: who invites, to which trip and when, who else goes, and what is open there. An invited person
// is on the trip already, so declining means leaving.

import { DialogTitle } from '@headlessui/react'
import { useState } from 'react'
import { currencyOf } from '#core/money/currency.ts'
import { isNegligible, netBalance, noFigures } from '#core/money/balances/figures.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { toTripResponse } from '#core/trips/toResponse.ts'
import type { Invitation } from '#core/trips/responses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import type { Answer } from '#web/trips/joining/useAnswer.ts'
import { avatarsOf } from '#web/trips/tripLabels.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { QuestionCard } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'

interface InvitationDialogProps extends DialogState {
  invitation: Invitation
  onAnswer: (answer: Answer) => void
  /** The answer that is being sent. */
  busy: Answer | undefined
  error: string | undefined
}

const MAX_FACES = 3

export function InvitationDialog(props: InvitationDialogProps) {
  const { open, onClose, invitation, onAnswer, busy, error } = props
  const { trip, invitedBy } = invitation
  const [found, setFound] = useState<ReturnType<typeof askedAbout>>()
  // Not once it is known: a trip that is left can no longer be fetched.
  const query = useTripResponse(open && !busy && !found ? trip.id : null, askedAbout)
  if (query.data && !found) setFound(query.data)
  const timing = tripTiming({ ...trip, status: 'planning' }, useToday())
  return (
    <QuestionCard open={open} onClose={onClose} busy={busy !== undefined} className="overflow-hidden">
      <Cover trip={trip} viewBox="0 27 400 150" hasPin sceneClassName="h-26 low:h-16">
        <div className="px-5 pt-0.5 pb-4 text-secondary">
          <DialogTitle tabIndex={-1} className="outline-none">
            <span className="block text-meta leading-5">
              {invitedBy ? `${invitedBy.username} invites you` : 'You are invited'}
            </span>{' '}
            <span className="line-clamp-3 text-section font-semibold wrap-anywhere">
              <bdi>{trip.title}</bdi>
            </span>
          </DialogTitle>
          <p>{dotted([formatDateRange(trip.startDate, trip.endDate), timing])}</p>
        </div>
      </Cover>
      <div className="p-5 pb-3">
        <div className="min-h-22">
          <Loaded
            query={{ ...query, data: found ?? null }}
            failed="Failed to fetch trip details"
            skeleton={<AboutSkeleton />}
          >
            {({ people, text }) => (
              <>
                <div className="flex items-center gap-3">
                  <AvatarStack people={people.slice(0, MAX_FACES)} cap={MAX_FACES} />
                  <p className="min-w-0 text-secondary text-muted wrap-anywhere">{namesOf(people)}</p>
                </div>
                <p className="mt-3 text-secondary text-muted">
                  {`${text} Until you accept, it counts in none of your sums. If you decline, you leave the trip.`}
                </p>
              </>
            )}
          </Loaded>
        </div>
        <ErrorText text={error} className="mt-3 font-medium" />
        <div className="mt-4 flex flex-wrap gap-2 *:flex-[1_1_8rem]">
          <Button
            variant="neutral"
            busy={busy === 'declined'}
            busyText="Declining..."
            disabled={busy !== undefined}
            onClick={() => onAnswer('declined')}
          >
            Decline
          </Button>
          <Button
            busy={busy === 'accepted'}
            busyText="Accepting..."
            disabled={busy !== undefined}
            onClick={() => onAnswer('accepted')}
          >
            Accept
          </Button>
        </div>
        <div className="mt-1 grid">
          <LinkButton variant="quiet" href={paths.trip(trip.id)} onClick={onClose}>
            Look at the trip first
          </LinkButton>
        </div>
      </div>
    </QuestionCard>
  )
}

function AboutSkeleton() {
  return (
    <Loading label="Loading trip...">
      <div className="flex items-center gap-3">
        <Skeleton round className="size-8" />
        <Skeleton className="h-4 w-2/5" />
      </div>
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-3/5" />
    </Loading>
  )
}

/** 'tom, nina, erin and 2 more' */
function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, MAX_FACES).map(({ name }) => name)
  const more = people.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : new Intl.ListFormat('en').format(names)
}

function askedAbout({ trip, balances }: ExistingTrip, userId: string) {
  const currency = currencyOf(trip, balances)
  const figures = figuresOf(balances.ledger, userId)
  const net = netBalance(figures)
  return {
    people: avatarsOf(toTripResponse(trip, userId, currency)).filter(({ id }) => id !== userId),
    text: !isNegligible(net, currency)
      ? `You ${net < 0 ? 'owe' : 'are owed'} ${formatUnsignedMinor(net, currency)} in it.`
      : figures === noFigures
        ? 'You are in no expense of it yet.'
        : 'You owe nothing in it, and nobody owes you.',
  }
}
