// The people to invite: everybody with an account except the signed-in person.

import { type Control, useController } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { listUsers } from '#core/people/contract.ts'
import type { PlanTrip } from '#core/trips/bodies.ts'
import { useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import type { TripValues } from '#web/trips/tripForm.ts'
import { CheckList } from '#web/ui/CheckList.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export function InviteeList({ control }: { control: Control<TripValues, unknown, PlanTrip> }) {
  const users = useQuery(listUsers)
  const { data, error } = users
  const { user } = useSnapshot(session)
  const { field, fieldState } = useController({ control, name: 'inviteUserIds' })
  if (!data && error)
    return (
      <RetryBanner query={users}>
        The list of people could not be loaded. You can plan the trip now and add them later.
      </RetryBanner>
    )
  if (!data) return <SkeletonList rows={3} label="Loading people..." />
  const others = data.data.filter(({ id }) => id !== user?.id)
  return (
    <CheckList
      legend="Add Participants"
      items={others.map(({ id, username, email }) => ({
        id,
        name: username,
        ...(email !== null && { detail: email }),
      }))}
      selected={field.value}
      onChange={field.onChange}
      empty="No other users available to invite"
      error={fieldState.error?.message}
    />
  )
}
