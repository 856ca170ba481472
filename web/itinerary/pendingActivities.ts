// The activities with the pending commands that are about them.

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
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

export interface ShownActivity {
  item: ItemResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
}

/**
 * An activity that is being removed stays on the screen, and so does a new one that was refused.
 * @param items with the pending commands applied
 * @param confirmed without them
 * @param me the signed-in person, who adds the new activities
 */
export function withPendingCommands(
  items: readonly ItemResponse[],
  confirmed: readonly ItemResponse[],
  pending: readonly PendingCommand[],
  me: { id: string; username: string },
): ShownActivity[] {
  const ids = new Set(items.map(({ id }) => id))
  const about = (id: string) =>
    pending.filter((command) => command.params['itemId'] === id && isChangeOrRemoval(command))
  const removed = confirmed.filter(({ id }) => !ids.has(id) && about(id).length > 0)
  const additions = pending.filter((command) => isEndpoint(command, addItem))
  const unadded = additions
    .filter(({ id }) => !ids.has(id) && !confirmed.some((item) => item.id === id))
    .map((command) => enteredItem(command, me))
  return [...items, ...removed, ...unadded]
    .map((item) => ({ item, pending: [...additions.filter(({ id }) => id === item.id), ...about(item.id)] }))
    .sort((a, b) => compareItems(a.item, b.item))
}

export const refusedActivity = ({ pending }: ShownActivity) =>
  refusedEntry<ItemBody>(pending, { add: [addItem], change: [changeItem] })

/** The refused commands of deleted activities. @param confirmed without the pending commands applied */
export const lostCommands = (
  confirmed: readonly ItemResponse[],
  pending: readonly PendingCommand[],
): PendingCommand[] =>
  pending.filter(
    (command) =>
      command.state === 'refused' &&
      isChangeOrRemoval(command) &&
      !confirmed.some(({ id }) => id === command.params['itemId']),
  )

const isChangeOrRemoval = (command: PendingCommand): boolean =>
  isEndpoint(command, changeItem) || isEndpoint(command, removeItem)

/** As it was entered, the last of its day. */
function enteredItem({ id, body, at }: PendingCommand, me: { id: string; username: string }): ItemResponse {
  const { date, title, startTime, description, endTime, location, status } = body as ItemBody
  return {
    id,
    date: date ?? '',
    title: title ?? '',
    description: description || null,
    startTime: startTime ?? '',
    endTime: endTime || null,
    location: location || null,
    status: status ?? 'planned',
    sortOrder: Number.MAX_SAFE_INTEGER,
    createdBy: me,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }
}
