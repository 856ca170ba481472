// Asks to join a public trip, with a message to its organizer, who decides.

import type { ReducedTrip } from '#core/trips/responses.ts'
import { type JoinRequest, JoinRequestBody } from '#core/trips/bodies.ts'
import { askToJoin } from '#core/trips/contract.ts'
import { reloadQueries, tripPaths } from '#web/platform/queries/queryStore.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { Refused } from '#web/platform/http/http.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { failures } from '#web/records/failures.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const blank = { message: '' }
const resolver = resolverOf<typeof blank, JoinRequest>(JoinRequestBody)

export function AskToJoinDialog({ trip, ...state }: DialogState & { trip: ReducedTrip }) {
  const { dialog, field } = useCommandForm<typeof blank, JoinRequest>({
    ...state,
    draftName: `join ${trip.id}`,
    resolver,
    initialValues: () => blank,
    async submit(body, close) {
      try {
        const command = { endpoint: askToJoin, params: { tripId: trip.id }, body }
        const sent = await sendTripCommand(trip.id, command)
        close()
        toast.outcome(sent, `You asked to join ${trip.title}`, failures.joinRequest.add)
      } catch (error) {
        // Asked from another device, or the trip is private now: the reload removes its card, and this dialog with it.
        if (error instanceof Refused && error.status !== 400) void reloadQueries(tripPaths(trip.id))
        if (!(error instanceof Refused) || error.status !== 404) throw error
        close()
        toast.error('This trip cannot be joined any more.')
      }
    },
  })
  return (
    <FormDialog
      {...dialog}
      title="Ask to join"
      detail={trip.title}
      size="sm"
      submitText="Send Request"
      busyText="Sending..."
      refusalTitle={failures.joinRequest.add}
    >
      <p className="break-words text-muted">
        <bdi className="font-semibold text-text">{trip.organizer.username}</bdi> decides who comes along to{' '}
        <bdi className="font-semibold text-text">{trip.title}</bdi>.
      </p>
      <TextAreaField
        label="Message (Optional)"
        helper="Who you are, and why you would like to come."
        {...field('message')}
      />
    </FormDialog>
  )
}
