// Plans a new trip, with the people to invite, and opens it. Its head is that of the future trip, whose id the device knows
// before: it is made from the key of the command.

import { shownName } from '#core/kernel/personName.ts'
import { Import, X } from 'lucide-react'
import { type ComponentType, use, useEffect, useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { newIdOf } from '#core/kernel/ids.ts'
import type { PlanTrip } from '#core/trips/bodies.ts'
import { planTrip } from '#core/trips/contract.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { deviceToday, dotted, formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { paths } from '#web/platform/page/paths.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { foundNames } from '#web/trips/participants/foundNames.ts'
import { rangeDays } from '#web/trips/trip/dateRange.ts'
import { TripFields } from '#web/trips/trip/TripFields.tsx'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { failures } from '#web/records/failures.ts'
import {
  blankTrip,
  plannedText,
  planResolver,
  suggestedTitle,
  tripCreatedText,
  type TripValues,
} from '#web/trips/trip/tripForm.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { DialogTitle } from '#web/ui/dialogs/dialogParts.tsx'
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
  const { user } = useSnapshot(session)
  const [key, setKey] = useState(newKey)
  const { form, dialog, field } = useCommandForm<TripValues, PlanTrip>({
    ...state,
    draftName: 'trip new',
    resolver,
    initialValues: () => blankTrip(deviceToday()),
    failed: `${failures.trip.add}. Please try again.`,
    async submit(body, close) {
      // A refused command and the next one are two.
      setKey(newKey())
      const command = { endpoint: planTrip, body, key, lane: 'trips', touches: ['/trips?'] }
      const sent = await dispatch({ ...command, decidedBy: 'server' }).outcome
      close()
      if (sent.state === 'waiting') return toast.waiting(sent, failures.trip.add)
      const { text, isComplete } = tripCreatedText(sent.response)
      const say = isComplete ? toast.success : toast.info
      say(text)
      navigate?.(paths.trip(sent.response.trip.id))
    },
  })
  const values = form.watch()
  const suggestion = suggestedTitle(values)
  const lastSuggestion = useRef('')
  useEffect(() => {
    if (form.getValues('title') === lastSuggestion.current && suggestion !== lastSuggestion.current)
      form.setValue('title', suggestion, { shouldDirty: true, shouldValidate: true })
    lastSuggestion.current = suggestion
  }, [form, suggestion])
  const isSuggested = suggestion !== '' && values.title === suggestion
  const invited = values.inviteUserIds.flatMap((id) => foundNames.get(id) ?? [])
  return (
    <>
      <FormDialog
        {...dialog}
        title="Plan a New Trip"
        ownHead={
          <PlannedHead
            id={newIdOf(planTrip, {}, user?.id ?? '', key)}
            values={values}
            busy={dialog.isSubmitting}
            onClose={state.onClose}
          />
        }
        result={<p className="text-secondary text-muted">{plannedText(values, invited)}</p>}
        submitText="Create Trip"
        busyText="Creating..."
      >
        <TripFields
          form={form}
          field={field}
          title={
            isSuggested
              ? {
                  note: <span className="text-meta font-semibold text-primary">Suggested</span>,
                  // What is typed replaces it.
                  onFocus: ({ currentTarget }) => currentTarget.select(),
                }
              : {}
          }
          belowDates={<InviteeList control={form.control} />}
        />
        <p className="flex flex-wrap items-center gap-x-2 text-secondary text-muted">
          <Import aria-hidden className="size-4.5" />
          Already planned elsewhere?
          <Button
            variant="quiet"
            size="sm"
            className="-mx-3"
            onClick={startImport}
            {...ImportTrip.prefetchProps}
          >
            Import from a file
          </Button>
        </p>
      </FormDialog>
      <ImportTrip open={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

/** The cover is drawn once the typing pauses. */
const DRAWN_AFTER_MS = 300

interface PlannedHeadProps {
  /** Of the future trip. */
  id: string
  values: TripValues
  busy: boolean
  onClose: () => void
}

/** As high with every title. Above a keyboard it is one line. */
function PlannedHead({ id, values, busy, onClose }: PlannedHeadProps) {
  const { title, startDate, endDate } = values
  const today = useToday()
  const [destination, setDestination] = useState(values.destination)
  useEffect(() => {
    const timer = setTimeout(setDestination, DRAWN_AFTER_MS, values.destination)
    return () => clearTimeout(timer)
  }, [values.destination])
  const hasDates = rangeDays(values) !== null
  return (
    <Cover
      trip={{ id, destination }}
      reach="wide"
      hasPin
      viewBox="0 55 400 122"
      sceneClassName={`h-27 pt-safe box-content ${unlessLow}`}
      className="shrink-0 overflow-hidden card:rounded-t-sheet"
      groundClassName={lowGround}
      before={
        <div className="absolute start-2 top-2 z-10 pt-safe on-cover">
          <IconButton label="Close" icon={X} onClick={onClose} disabled={busy} />
        </div>
      }
    >
      <div className="gutter pb-3">
        <DialogTitle tabIndex={-1} className="text-meta opacity-86">
          Plan a New Trip
        </DialogTitle>
        <p className="truncate text-section leading-7 font-semibold">
          <bdi>{title.trim() || 'Where to?'}</bdi>
        </p>
        <p className={`truncate text-secondary ${unlessLow}`}>
          {hasDates ? dotted([formatDateRange(startDate, endDate), tripTiming(values, today)]) : '\u00a0'}
        </p>
      </div>
    </Cover>
  )
}

/** Where a keyboard leaves little of the screen. */
const unlessLow = '[@container_visible_(max-height:680px)]:hidden'
const lowGround =
  '[@container_visible_(max-height:680px)]:ps-11 [@container_visible_(max-height:680px)]:pt-[calc(env(safe-area-inset-top)+4px)]'

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
  for (const user of others) foundNames.set(user.id, shownName(user))
  return (
    <CheckList
      legend="Add Participants"
      items={others.map((user) => ({ id: user.id, name: shownName(user) }))}
      selected={field.value}
      onChange={field.onChange}
      asChips
      empty="No other users available to invite"
      error={fieldState.error?.message}
    />
  )
}
