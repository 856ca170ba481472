// The activities of one day in their order; those that begin together can be put into another one, by hand or from
// their menus, and that can be undone for a few seconds.

import { useEffect, useState } from 'react'
import { overlapsIn, placesFor, startingTogether } from '#web/itinerary/days.ts'
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

type Places = readonly { id: string; sortOrder: number }[]

export function Day({ ofDay, tripId, onEdit, onDelete }: DayProps) {
  const [before, setBefore] = useState<Places | null>(null)
  // Until the command is among those that wait, which takes a moment, what was moved would jump back.
  const [asked, ask] = useState<{ ids: readonly string[]; stood: string } | null>(null)
  const stands = ofDay.map(({ item }) => item.id).join()
  if (asked && asked.stood !== stands) ask(null)
  const shown = asked?.stood === stands ? inOrder(ofDay, asked.ids) : ofDay
  const items = shown.map(({ item }) => item)
  const overlaps = overlapsIn(items)

  useEffect(() => {
    if (!before) return
    const timer = setTimeout(() => setBefore(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [before])

  const reorder = (ids: readonly string[]) => {
    const places = placesFor(items, ids)
    const sortOrders = new Map(items.map(({ id, sortOrder }) => [id, sortOrder]))
    setBefore(places.map(({ id }) => ({ id, sortOrder: sortOrders.get(id)! })))
    ask({ ids, stood: stands })
    sendOrder(tripId, places)
  }
  const undo = () => {
    if (before) sendOrder(tripId, before)
    setBefore(null)
  }
  const { handleOf, rowOf } = useDragOrder(reorder)
  return (
    <>
      <List label="Activities">
        {shown.map((one) => {
          const { id } = one.item
          const group = startingTogether(items, one.item)
          const at = group.indexOf(id)
          const change = (to: number) =>
            to < 0 || to >= group.length ? undefined : () => reorder(group.with(at, group[to]!).with(to, id))
          return (
            <ItemRow
              key={id}
              shown={one}
              overlaps={overlaps.get(id) ?? []}
              place={rowOf(id)}
              {...(group.length > 1 && { handle: handleOf(id, group) })}
              onUp={change(at - 1)}
              onDown={change(at + 1)}
              onEdit={() => onEdit(one)}
              onDelete={() => onDelete(one)}
            />
          )
        })}
      </List>
      {/* In sight however long the day is, beside the button that adds to it. */}
      <div role="status" className="sticky bottom-4 z-10 me-20 max-w-96 empty:hidden md:me-0">
        {before && (
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

/** With those that were just put into another order in their new places. */
function inOrder(ofDay: readonly ShownActivity[], asked: readonly string[]): readonly ShownActivity[] {
  const moved = asked.flatMap((id) => ofDay.find(({ item }) => item.id === id) ?? [])
  let next = 0
  return ofDay.map((one) => (asked.includes(one.item.id) ? (moved[next++] ?? one) : one))
}
