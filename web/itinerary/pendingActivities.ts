// The activities as shown: the confirmed ones with the pending commands applied. A command whose result is confirmed
// already changes nothing, whichever of the two arrives first.

import {
  type ItemResponse,
  type ItemBody,
  addItem,
  changeItem,
  removeItem,
} from '#core/itinerary/contract.ts'
import { compareItems } from '#core/itinerary/toResponse.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export interface ShownActivity {
  item: ItemResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
}

/** @param me the signed-in person, who creates the pending activities */
export function withPendingActivities(
  confirmed: readonly ItemResponse[],
  pending: readonly PendingCommand[],
  me: { id: string; username: string },
): ShownActivity[] {
  const shownById = new Map<string, ShownActivity>(confirmed.map((item) => [item.id, { item, pending: [] }]))
  for (const command of pending) {
    if (isEndpoint(command, addItem)) {
      if (!shownById.has(command.id))
        shownById.set(command.id, { item: optimisticItem(command, me), pending: [command] })
      continue
    }
    const activity = shownById.get(command.params['itemId'] ?? '')
    if (!activity || !(isEndpoint(command, changeItem) || isEndpoint(command, removeItem))) continue
    const changes =
      isEndpoint(command, changeItem) && command.state !== 'refused'
        ? (command.body as Partial<ItemResponse>)
        : {}
    shownById.set(activity.item.id, {
      item: { ...activity.item, ...changes },
      pending: [...activity.pending, command],
    })
  }
  return [...shownById.values()].sort((a, b) => compareItems(a.item, b.item))
}

function optimisticItem(
  { id, body, at }: PendingCommand,
  me: { id: string; username: string },
): ItemResponse {
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
    // Last of its day until the server has assigned a sort order.
    sortOrder: sortOrder ?? Number.MAX_SAFE_INTEGER,
    createdBy: me,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }
}
