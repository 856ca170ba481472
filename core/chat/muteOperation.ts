// The operation that sets what notifies a person of a conversation.

import type { Operation } from '#core/store/operation.ts'
import { authorizeInConversation } from '#core/chat/access.ts'
import { NotificationsBody } from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import { loadTrip } from '#core/chat/conversationContext.ts'
import { membershipStreamType, type Membership } from '#core/chat/membership.ts'
import {
  type Mutes,
  type MutesSet,
  muteStreamType,
  type MuteSetting,
  type SetNotifications,
} from '#core/chat/mutes.ts'
import type { TripState } from '#core/trips/trip.ts'

export const SetNotificationsOperation: Operation<
  { mutes: Mutes },
  SetNotifications,
  MutesSet,
  { membership: Membership; trip: TripState | null },
  MuteSetting,
  undefined
> = {
  streamType: muteStreamType,
  refusals: contract.chatRefusals,
  type: 'SetNotifications',
  endpoint: contract.muteConversation,
  streamId: ({ by }) => by.id,
  async load({ params }, reader) {
    const membership = await reader.state(membershipStreamType, params['conversationId']!)
    return { membership, trip: await loadTrip(membership, reader) }
  },
  authorize: ({ by }, { membership, trip }) => authorizeInConversation(membership, trip, by.id),
  schema: () => NotificationsBody,
  toCommand: ({ params, by, body, now }) => ({
    ...body,
    userId: by.id,
    conversationId: params['conversationId']!,
    now,
  }),
  toResponse: () => undefined,
}
