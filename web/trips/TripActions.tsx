// The actions in the title bar of a trip: edit, share and delete for editors, history and leave for everybody.

import { History, LogOut, Pencil, Share2, Trash2 } from 'lucide-react'
import { use, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { paths } from '#web/platform/paths.ts'
import { shareLink } from '#web/platform/share.ts'
import { DeleteTripDialog, HandOverFirstDialog, LeaveTripDialog } from '#web/trips/TripEndDialogs.tsx'
import { canEditTrip } from '#web/trips/roster.ts'
import { Navigation } from '#web/ui/Anchor.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const EditTripDialog = lazyDialog(async () => (await import('#web/trips/EditTripDialog.tsx')).EditTripDialog)

export interface TripActionsProps {
  trip: TripResponse
  /** Opens the Participants tab, where the trip is handed over. */
  onParticipants: () => void
  /** Called with true before the person leaves or deletes the trip, so that its end is not reported as unexpected. */
  onLeaving: (leaves: boolean) => void
  /** Called once the trip is deleted or left. */
  onGone: () => void
}

type Asking = 'edit' | 'delete' | 'leave' | null

export function TripActions({ trip, onParticipants, onLeaving, onGone }: TripActionsProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const isEditor = canEditTrip(trip)
  const isOrganizer = trip.userRole === 'organizer'
  const ending = { trip, onClose: close, onLeaving, onGone }
  const navigate = use(Navigation)
  const past: MenuItem = {
    label: 'Trip history',
    icon: History,
    onSelect: () => navigate?.(paths.history(trip.id)),
  }
  const leave: MenuItem = { label: 'Leave trip', icon: LogOut, onSelect: () => setAsking('leave') }
  const remove: MenuItem = {
    label: 'Delete Trip',
    icon: Trash2,
    tone: 'danger',
    onSelect: () => setAsking('delete'),
  }
  return (
    <>
      {isEditor && (
        <>
          <IconButton
            label="Edit trip"
            icon={Pencil}
            {...EditTripDialog.prefetchProps}
            onClick={() => setAsking('edit')}
          />
          <IconButton label="Share trip" icon={Share2} onClick={() => void share(trip)} />
        </>
      )}
      <Menu label="More actions" items={isEditor ? [past, leave, remove] : [past, leave]} />
      <EditTripDialog open={asking === 'edit'} onClose={close} trip={trip} />
      <DeleteTripDialog open={asking === 'delete'} {...ending} />
      <LeaveTripDialog open={asking === 'leave' && !isOrganizer} {...ending} />
      <HandOverFirstDialog
        open={asking === 'leave' && isOrganizer}
        onClose={close}
        onParticipants={() => {
          close()
          onParticipants()
        }}
      />
    </>
  )
}

async function share({ id, title }: TripResponse): Promise<void> {
  const shared = await shareLink(title, new URL(paths.trip(id), location.origin).href)
  if (shared === 'copied') toast.success('Link copied')
  if (shared === 'failed') toast.error('The link could not be copied. It is in the address bar.')
}
