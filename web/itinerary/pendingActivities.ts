// What is shown = what is confirmed, and the commands on their way over it. One that the confirmed list holds already
// changes nothing, whichever of the two arrives first.

import type { ItemResponse, ItemBody } from '#core/itinerary/contract.ts'
import { addItem, changeItem, removeItem } from '#core/itinerary/contract.ts'
import { byPlace } from '#core/itinerary/toResponse.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export interface ShownActivity {
  item: ItemResponse
  /** On their way or refused, oldest first. */
  marks: readonly PendingCommand[]
}

/** @param me who is at the screen: what they add is theirs */
export function withPendingActivities(
  confirmed: readonly ItemResponse[],
  pending: readonly PendingCommand[],
  me: { id: string; username: string },
): ShownActivity[] {
  const shown = new Map<string, ShownActivity>(confirmed.map((item) => [item.id, { item, marks: [] }]))
  for (const mark of pending) {
    if (isEndpoint(mark, addItem)) {
      if (!shown.has(mark.id)) shown.set(mark.id, { item: added(mark, me), marks: [mark] })
      continue
    }
    const known = shown.get(mark.params['itemId'] ?? '')
    if (!known || !(isEndpoint(mark, changeItem) || isEndpoint(mark, removeItem))) continue
    const changes =
      isEndpoint(mark, changeItem) && mark.state !== 'refused' ? (mark.body as Partial<ItemResponse>) : {}
    shown.set(known.item.id, { item: { ...known.item, ...changes }, marks: [...known.marks, mark] })
  }
  return [...shown.values()].sort((a, b) => byPlace(a.item, b.item))
}

function added({ id, body, at }: PendingCommand, me: { id: string; username: string }): ItemResponse {
  const { date, title, startTime, description, endTime, location, status, sortOrder } = body as ItemBody
  return {
    id,
    date: date ?? '',
    title: title ?? '',
    description: description || null,
    startTime: startTime ?? '',
    endTime: endTime || null,
    location: location || null,
    status: status ?? 'planned',
    // Last of its day until the server has given it its place.
    sortOrder: sortOrder ?? Number.MAX_SAFE_INTEGER,
    createdBy: me,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }
}
