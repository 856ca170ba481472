// The activities with the pending commands that are about them.

import {
  type ItemResponse,
  type ItemBody,
  addItem,
  changeItem,
  removeItem,
  restoreItem,
} from '#core/itinerary/contract.ts'
import { compareItems } from '#core/itinerary/toResponse.ts'
import { enteredActivity } from '#web/itinerary/itemForm.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { withPending } from '#web/platform/outbox/pendingRecords.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

export interface ShownActivity {
  item: ItemResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingCommand[]
}

type Lists = Parameters<typeof itineraryRows>

/**
 * @param items with the pending commands applied
 * @param confirmed without them
 * @param me the signed-in person, who adds the new activities
 */
const itineraryRows = (
  items: readonly ItemResponse[],
  confirmed: readonly ItemResponse[],
  pending: readonly PendingCommand[],
  me: { id: string; username: string },
) =>
  withPending(items, confirmed, pending, {
    add: [addItem],
    change: [changeItem, removeItem, restoreItem],
    entered: (command) => enteredItem(command, me),
  })

/** The activities in the order of the itinerary. */
export const withPendingCommands = (...lists: Lists): ShownActivity[] =>
  itineraryRows(...lists)
    .rows.map(({ record: item, pending }) => ({ item, pending }))
    .sort((a, b) => compareItems(a.item, b.item))

/** The refused commands of deleted activities. */
export const orphanedCommandsIn = (...lists: Lists): PendingCommand[] =>
  itineraryRows(...lists).orphanedCommands

export const refusedActivity = ({ pending }: ShownActivity) =>
  refusedEntry<ItemBody>(pending, { add: [addItem], change: [changeItem] })

/** As it was entered, the last of its day. */
const enteredItem = ({ id, body, at }: PendingCommand, me: ItemResponse['createdBy']): ItemResponse => ({
  ...enteredActivity(body as ItemBody),
  id,
  sortOrder: Number.MAX_SAFE_INTEGER,
  createdBy: me,
  createdAt: at,
  updatedAt: at,
  revision: 0,
})
