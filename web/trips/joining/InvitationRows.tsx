// The invitations that wait for an answer, on home: a row each, whose button opens the question.

import { useState } from 'react'
import { listInvitations } from '#core/trips/contract.ts'
import type { Invitation } from '#core/trips/responses.ts'
import { dotted, formatSoonRange } from '#web/platform/time/format.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { openInvitations } from '#web/trips/joining/Invitations.tsx'
import { useInvitationAnswer } from '#web/trips/joining/useAnswer.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { OutcomeMessage } from '#web/ui/feedback/OutcomeMessage.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { List, ListRow } from '#web/ui/lists/List.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/lists/retainedRows.ts'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

const InvitationDialog = lazyDialog(
  async () => (await import('#web/trips/joining/InvitationDialog.tsx')).InvitationDialog,
)

/** @param expected how many there are, while they are loaded */
export function InvitationRows({ expected }: { expected: number }) {
  const query = useQuery(listInvitations, {}, openInvitations)
  useReloadOnOpen(true, query)
  const { data, error } = query
  const { rows, retain, changeKey } = useRetainedRows(data?.invitations ?? [], ({ id }) => id)
  const pressGuard = usePressGuard(changeKey)
  if (error && !data) return <RetryBanner query={query} title="Failed to fetch invitations" />
  if (!data) return expected > 0 ? <SkeletonList rows={expected} label="Loading invitations..." /> : null
  if (rows.length === 0) return null
  return (
    <section aria-label="Invitations" className="not-has-[li]:hidden">
      {/* In one column the rows say it. */}
      <div className="max-lg:sr-only">
        <SectionTitle count={data.pagination.total}>Invitations</SectionTitle>
      </div>
      <div className="max-lg:[&_li]:py-2" {...pressGuard}>
        <List label="Invitations">
          {rows.map(({ key, row, isLive }) => (
            <InvitationRow key={key} invitation={row} isOpen={isLive} onAnswer={() => retain(row)} />
          ))}
        </List>
      </div>
    </section>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  /** False once it is answered. */
  isOpen: boolean
  /** Called before the answer is sent. */
  onAnswer: () => void
}

function InvitationRow({ invitation, isOpen, onAnswer }: InvitationRowProps) {
  const { trip, invitedBy } = invitation
  const today = useToday()
  const [isAsked, setAsked] = useState(false)
  const { answer, answered, isSubmitting, isWaiting, error, clearError } = useInvitationAnswer(invitation, {
    onAnswer,
    onDone: () => setAsked(false),
    done: (response) => (response === 'accepted' ? `You joined ${trip.title}` : `You left ${trip.title}`),
    failed: 'Failed to answer the invitation',
  })
  // The person who sent it cancelled it.
  if (!isOpen && !answered) return null
  return (
    <ListRow
      leading={<CoverThumb trip={trip} />}
      title={trip.title}
      detail={dotted([
        invitedBy ? `${invitedBy.username} invites you` : 'You are invited',
        formatSoonRange(trip.startDate, trip.endDate, today),
      ])}
      trailing={
        isWaiting ? (
          <SyncMark />
        ) : isOpen ? (
          <>
            <Button
              size="sm"
              variant="neutral"
              aria-label={`Answer: ${trip.title}`}
              {...InvitationDialog.prefetchProps}
              onClick={() => setAsked(true)}
            >
              Answer
            </Button>
            <InvitationDialog
              open={isAsked}
              onClose={() => {
                setAsked(false)
                clearError()
              }}
              invitation={invitation}
              onAnswer={answer}
              busy={isSubmitting ? answered : undefined}
              error={error}
            />
          </>
        ) : (
          <OutcomeMessage>{answered === 'accepted' ? 'You joined' : 'Declined'}</OutcomeMessage>
        )
      }
    />
  )
}
