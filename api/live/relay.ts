// Relays events that are not in the log to the sockets of other nodes: typing, and deliveries.

import type { Bus } from '#api/platform/nodes.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { IoServer } from '#api/live/socketTypes.ts'

const TOPIC = 'sockets'

export type Relay = <Event extends keyof ServerEvents>(
  to: { rooms: readonly string[]; except?: readonly string[] },
  event: Event,
  payload: Parameters<ServerEvents[Event]>[0],
) => void

/** Nodes of an older release may run beside this one: the field names stay. */
interface Relayed {
  to: { rooms: string[]; except?: string[] }
  event: 'user_typing'
  news: Parameters<ServerEvents['user_typing']>[0]
}

export function createRelay(io: IoServer, bus: Bus): Relay {
  bus.subscribe(TOPIC, (message) => {
    const { to, event, news: payload } = message as Relayed
    io.local
      .to(to.rooms)
      .except(to.except ?? [])
      .emit(event, payload)
  })
  return (to, event, payload) => bus.publish(TOPIC, { to, event, news: payload })
}
