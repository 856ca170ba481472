// Relays events that are not in the log to the sockets of other nodes: typing, and deliveries.

import type { Bus } from '#api/platform/nodes.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { IoServer } from '#api/live/socketTypes.ts'

const TOPIC = 'sockets'

export type Relay = <Event extends keyof ServerEvents>(
  to: { rooms: readonly string[]; except?: readonly string[] },
  event: Event,
  news: Parameters<ServerEvents[Event]>[0],
) => void

interface Relayed {
  to: { rooms: string[]; except?: string[] }
  event: 'user_typing'
  news: Parameters<ServerEvents['user_typing']>[0]
}

export function createRelay(io: IoServer, bus: Bus): Relay {
  bus.subscribe(TOPIC, (message) => {
    const { to, event, news } = message as Relayed
    io.local
      .to(to.rooms)
      .except(to.except ?? [])
      .emit(event, news)
  })
  return (to, event, news) => bus.publish(TOPIC, { to, event, news })
}
