// The invitations that wait for an answer, above the list of trips.

import { listInvitations } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { InvitationCard } from '#web/trips/joining/InvitationCard.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/lists/retainedRows.ts'

/** The first 20: each answer makes room for another. */
export const openInvitations = { status: 'pending', direction: 'invite', to: 'me', limit: 20 }

export function Invitations() {
  const query = useQuery(listInvitations, {}, openInvitations)
  useReloadOnOpen(true, query)
  const { data, error } = query
  const { invitations = [], pagination } = data ?? {}
  const { rows, retain, changeKey } = useRetainedRows(invitations, ({ id }) => id)
  const pressGuard = usePressGuard(changeKey)
  if (error && !data) return <RetryBanner query={query} title="Failed to fetch invitations" />
  if (rows.length === 0) return null
  const total = pagination?.total ?? invitations.length
  const later = total - invitations.length
  return (
    <section aria-label="Invitations" className="not-has-[li]:hidden">
      {/* On a phone the cards say it. */}
      <div className="max-md:sr-only">
        <SectionTitle count={total}>Invitations</SectionTitle>
      </div>
      <ul className="card-grid" {...pressGuard}>
        {rows.map(({ key, row, isLive }) => (
          <InvitationCard key={key} invitation={row} isOpen={isLive} onAnswer={() => retain(row)} />
        ))}
      </ul>
      {later > 0 && (
        <p className="mt-3 text-secondary text-muted">{`${later} more will show as you answer these.`}</p>
      )}
    </section>
  )
}
