// Plans a new trip, with the people to invite, and opens it.

import { type ComponentType, use, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import type { PlanTrip } from '#core/trips/bodies.ts'
import { planTrip } from '#core/trips/contract.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { foundNames } from '#web/trips/participants/foundNames.ts'
import { TripFields } from '#web/trips/trip/TripFields.tsx'
import { failures } from '#web/records/failures.ts'
import { blankTrip, planResolver, type TripValues, tripCreatedText } from '#web/trips/trip/tripForm.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { listUsers } from '#core/people/contract.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { session } from '#web/platform/session/session.ts'
import { CheckList } from '#web/ui/fields/CheckList.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

const resolver = planResolver(deviceToday)

export interface PlanTripDialogProps extends DialogState {
  /** The dialog that imports a file as a new trip; it belongs to another feature. */
  loadImport: () => Promise<ComponentType<DialogState>>
}

export function PlanTripDialog({ loadImport, ...state }: PlanTripDialogProps) {
  const [ImportTrip] = useState(() => lazyDialog(loadImport))
  const [isImporting, setImporting] = useState(false)
  const startImport = () => {
    state.onClose()
    setImporting(true)
  }
  const navigate = use(Navigation)
  const { form, dialog, field } = useCommandForm<TripValues, PlanTrip>({
    ...state,
    draftName: 'trip new',
    resolver,
    initialValues: () => blankTrip(deviceToday()),
    failed: `${failures.trip.add}. Please try again.`,
    async submit(body, close) {
      const command = { endpoint: planTrip, body, lane: 'trips', touches: ['/trips?'] }
      const sent = await dispatch({ ...command, decidedBy: 'server' }).outcome
      close()
      if (sent.state === 'waiting') return toast.waiting(sent, failures.trip.add)
      const { text, isComplete } = tripCreatedText(sent.response)
      const say = isComplete ? toast.success : toast.info
      say(text)
      navigate?.(paths.trip(sent.response.trip.id))
    },
  })
  return (
    <>
      <FormDialog {...dialog} title="Plan a New Trip" submitText="Create Trip" busyText="Creating...">
        <p className="flex flex-wrap items-center justify-between gap-x-2 text-secondary text-muted">
          Already planned elsewhere?
          <Button
            variant="quiet"
            size="sm"
            className="-me-3"
            onClick={startImport}
            {...ImportTrip.prefetchProps}
          >
            Import from a file
          </Button>
        </p>
        <TripFields form={form} field={field} />
        <InviteeList control={form.control} />
      </FormDialog>
      <ImportTrip open={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

/** The people to invite: everybody with an account except the signed-in person. */
function InviteeList({ control }: { control: Control<TripValues, unknown, PlanTrip> }) {
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
  for (const { id, username } of others) foundNames.set(id, username)
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
