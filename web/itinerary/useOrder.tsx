// The order of a day's activities: changed by dragging or from menus, and undone for a few seconds.

import { type ReactNode, useEffect, useState } from 'react'
import { sortOrdersFor } from '#web/itinerary/days.ts'
import { sendOrder } from '#web/itinerary/itineraryCommands.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useDragOrder } from '#web/ui/lists/useDragOrder.ts'

const UNDO_MS = 5000

type SortOrders = readonly { id: string; sortOrder: number }[]

interface Order extends ReturnType<typeof useDragOrder> {
  /** In the order that was requested last. */
  shown: readonly ShownActivity[]
  /** @param ids of activities that start together, in their new order */
  reorder: (ids: readonly string[]) => void
  /** Stands after the activities. */
  undo: ReactNode
}

export function useOrder(tripId: string, ofDay: readonly ShownActivity[]): Order {
  const [previous, setPrevious] = useState<SortOrders | null>(null)
  // Keeps the requested order until the command is pending, which takes a moment; otherwise the row would jump back.
  const [requested, setRequested] = useState<{ ids: readonly string[]; previousIds: string } | null>(null)
  const currentIds = ofDay.map(({ record }) => record.id).join()
  if (requested && requested.previousIds !== currentIds) setRequested(null)
  const shown = requested?.previousIds === currentIds ? reordered(ofDay, requested.ids) : ofDay

  useEffect(() => {
    if (!previous) return
    const timer = setTimeout(() => setPrevious(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [previous])

  const reorder = (ids: readonly string[]) => {
    const activities = shown.map(({ record }) => record)
    const sortOrders = sortOrdersFor(activities, ids)
    const sortOrderOf = new Map(activities.map(({ id, sortOrder }) => [id, sortOrder]))
    setPrevious(sortOrders.map(({ id }) => ({ id, sortOrder: sortOrderOf.get(id)! })))
    setRequested({ ids, previousIds: currentIds })
    sendOrder(tripId, sortOrders)
  }
  const takeBack = () => {
    if (previous) sendOrder(tripId, previous)
    setPrevious(null)
  }
  return {
    ...useDragOrder(reorder),
    shown,
    reorder,
    // In sight however long the day is, beside the button that adds to it.
    undo: (
      <div role="status" className="sticky bottom-4 z-10 me-20 max-w-96 empty:hidden md:me-0">
        {previous && (
          <p className="flex items-center justify-between gap-3 rounded-card border border-line bg-lifted py-2 ps-4 pe-2 text-secondary shadow-float">
            The order was changed.
            <Button size="sm" variant="secondary" onClick={takeBack}>
              Undo
            </Button>
          </p>
        )}
      </div>
    ),
  }
}

/** The activities of the day, those with these ids in this order. */
function reordered(ofDay: readonly ShownActivity[], requested: readonly string[]): readonly ShownActivity[] {
  const moved = requested.flatMap((id) => ofDay.find(({ record }) => record.id === id) ?? [])
  let next = 0
  return ofDay.map((row) => (requested.includes(row.record.id) ? (moved[next++] ?? row) : row))
}
