// The actions in the title bar of a trip: edit, share and delete for editors, history and leave for everybody.

import { FileDown, FileUp, History, LogOut, Pencil, Pin, PinOff, Share2, Trash2 } from 'lucide-react'
import { use, useEffect } from 'react'
import { listTrips } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { DeleteTripDialog, HandOverFirstDialog, LeaveTripDialog } from '#web/trips/trip/TripEndDialogs.tsx'
import { sendPin } from '#web/trips/tripCommands.ts'
import { canEditTrip } from '#web/trips/tripLabels.ts'
import { firstPage } from '#web/trips/tripPages.ts'
import { usePinnedFirst } from '#web/trips/useShownTrip.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import { Menu, type MenuItem } from '#web/ui/buttons/Menu.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'

const EditTripDialog = lazyDialog(
  async () => (await import('#web/trips/trip/EditTripDialog.tsx')).EditTripDialog,
)
const InviteDialog = lazyDialog(async () => (await import('#web/trips/trip/InviteDialog.tsx')).InviteDialog)

export interface TripActionsProps {
  trip: TripResponse
  /** Opens the Participants tab, where the trip is handed over. */
  onParticipants: () => void
  /** Called with true before the person leaves or deletes the trip, so that its end is not reported as unexpected. */
  onLeaving: (leaves: boolean) => void
  /** Called once the trip is deleted or left. */
  onGone: () => void
}

export function TripActions({ trip, onParticipants, onLeaving, onGone }: TripActionsProps) {
  const { openDialog, dialog } = useDialogs<'edit' | 'delete' | 'leave' | 'invite'>()
  const isEditor = canEditTrip(trip)
  const isOrganizer = trip.userRole === 'organizer'
  const ending = { trip, onLeaving, onGone }
  const leaving = dialog('leave')
  const navigate = use(Navigation)
  useEffect(() => whenIdle(LazyConfirmDialog.prefetch), [])
  const pinItem = usePinItem(trip.id)
  const historyItem: MenuItem = {
    label: 'Trip history',
    icon: History,
    onSelect: () => navigate?.(paths.history(trip.id)),
  }
  const importItem: MenuItem = {
    label: 'Import',
    icon: FileUp,
    onSelect: () => requestDialog('#expenses/import'),
  }
  const exportItem: MenuItem = {
    label: 'Export',
    icon: FileDown,
    onSelect: () => requestDialog('#expenses/export'),
  }
  const leaveItem: MenuItem = { label: 'Leave Trip', icon: LogOut, onSelect: () => openDialog('leave') }
  const deleteItem: MenuItem = {
    label: 'Delete Trip',
    icon: Trash2,
    tone: 'danger',
    onSelect: () => openDialog('delete'),
  }
  return (
    <>
      {isEditor && (
        <>
          <IconButton
            label="Edit trip"
            icon={Pencil}
            {...EditTripDialog.prefetchProps}
            onClick={() => openDialog('edit')}
          />
          <IconButton
            label="Share trip"
            icon={Share2}
            {...InviteDialog.prefetchProps}
            onClick={() => openDialog('invite')}
          />
        </>
      )}
      <Menu
        label="More actions"
        items={[
          ...pinItem,
          historyItem,
          importItem,
          exportItem,
          leaveItem,
          ...(isEditor ? [deleteItem] : []),
        ]}
      />
      <InviteDialog {...dialog('invite')} trip={trip} />
      <EditTripDialog {...dialog('edit')} trip={trip} />
      <DeleteTripDialog {...dialog('delete')} {...ending} />
      <LeaveTripDialog {...leaving} open={leaving.open && !isOrganizer} {...ending} />
      <HandOverFirstDialog
        {...leaving}
        open={leaving.open && isOrganizer}
        onParticipants={() => {
          leaving.onClose()
          onParticipants()
        }}
      />
    </>
  )
}

/** Pinned trips are on the first page of the list. None for a trip whose invitation is not answered. */
function usePinItem(tripId: string): MenuItem[] {
  const trips = usePinnedFirst(useQuery(listTrips, {}, firstPage).data?.trips ?? [])
  const listed = trips.find(({ id }) => id === tripId)
  if (listed?.isInvited) return []
  if (listed?.pinned)
    return [
      {
        label: 'Unpin',
        icon: PinOff,
        onSelect: () => sendPin(tripId, false, 'Not pinned to Home any more'),
      },
    ]
  const [, oldest] = trips.filter(({ pinned }) => pinned)
  const done = oldest ? `Pinned to Home instead of ${oldest.title}` : 'Pinned to Home'
  return [{ label: 'Pin to Home', icon: Pin, onSelect: () => sendPin(tripId, true, done) }]
}
