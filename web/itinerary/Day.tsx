// The activities of one day in their order. Activities with the same start time can be reordered by dragging or from
// their menus; the reorder can be undone for a few seconds.

import { useEffect, useState } from 'react'
import { overlapsIn, sortOrdersFor, startingTogether } from '#web/itinerary/days.ts'
import { ItemRow } from '#web/itinerary/ItemRow.tsx'
import { sendOrder } from '#web/itinerary/itineraryCommands.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { Button } from '#web/ui/Button.tsx'
import { List } from '#web/ui/List.tsx'
import { useDragOrder } from '#web/ui/useDragOrder.ts'

interface DayProps {
  ofDay: readonly ShownActivity[]
  tripId: string
  onEdit: (of: ShownActivity) => void
  onDelete: (of: ShownActivity) => void
}

const UNDO_MS = 5000

type SortOrders = readonly { id: string; sortOrder: number }[]

export function Day({ ofDay, tripId, onEdit, onDelete }: DayProps) {
  const [previous, setPrevious] = useState<SortOrders | null>(null)
  // Keeps the requested order until the command is pending, which takes a moment; otherwise the row would jump back.
  const [requested, setRequested] = useState<{ ids: readonly string[]; previousIds: string } | null>(null)
  const currentIds = ofDay.map(({ item }) => item.id).join()
  if (requested && requested.previousIds !== currentIds) setRequested(null)
  const shown = requested?.previousIds === currentIds ? reordered(ofDay, requested.ids) : ofDay
  const items = shown.map(({ item }) => item)
  const overlaps = overlapsIn(items)

  useEffect(() => {
    if (!previous) return
    const timer = setTimeout(() => setPrevious(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [previous])

  const reorder = (ids: readonly string[]) => {
    const sortOrders = sortOrdersFor(items, ids)
    const sortOrderOf = new Map(items.map(({ id, sortOrder }) => [id, sortOrder]))
    setPrevious(sortOrders.map(({ id }) => ({ id, sortOrder: sortOrderOf.get(id)! })))
    setRequested({ ids, previousIds: currentIds })
    sendOrder(tripId, sortOrders)
  }
  const undo = () => {
    if (previous) sendOrder(tripId, previous)
    setPrevious(null)
  }
  const { handleOf, rowOf } = useDragOrder(reorder)
  return (
    <>
      <List label="Activities">
        {shown.map((activity) => {
          const { id } = activity.item
          const group = startingTogether(items, activity.item)
          const at = group.indexOf(id)
          const change = (to: number) =>
            to < 0 || to >= group.length ? undefined : () => reorder(group.with(at, group[to]!).with(to, id))
          return (
            <ItemRow
              key={id}
              shown={activity}
              overlaps={overlaps.get(id) ?? []}
              dragRow={rowOf(id)}
              {...(group.length > 1 && { handle: handleOf(id, group) })}
              onUp={change(at - 1)}
              onDown={change(at + 1)}
              onEdit={() => onEdit(activity)}
              onDelete={() => onDelete(activity)}
            />
          )
        })}
      </List>
      {/* In sight however long the day is, beside the button that adds to it. */}
      <div role="status" className="sticky bottom-4 z-10 me-20 max-w-96 empty:hidden md:me-0">
        {previous && (
          <p className="flex items-center justify-between gap-3 rounded-card border border-line bg-lifted py-2 ps-4 pe-2 text-secondary shadow-float">
            The order was changed.
            <Button size="sm" variant="secondary" onClick={undo}>
              Undo
            </Button>
          </p>
        )}
      </div>
    </>
  )
}

/** The activities of the day, those with these ids in this order. */
function reordered(ofDay: readonly ShownActivity[], requested: readonly string[]): readonly ShownActivity[] {
  const moved = requested.flatMap((id) => ofDay.find(({ item }) => item.id === id) ?? [])
  let next = 0
  return ofDay.map((row) => (requested.includes(row.item.id) ? (moved[next++] ?? row) : row))
}
