// What only one node knows goes to the sockets of the others as well: that somebody types, that a message was delivered.
// What stands in the log needs no relay, every node reads it there.

import type { Bus } from '#api/platform/nodes.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { LiveServer } from '#api/live/socketTypes.ts'

const TOPIC = 'sockets'

export type Relay = <Event extends keyof ServerEvents>(
  to: { rooms: readonly string[]; except?: readonly string[] },
  event: Event,
  news: Parameters<ServerEvents[Event]>[0],
) => void

interface Told {
  to: { rooms: string[]; except?: string[] }
  event: 'user_typing'
  news: Parameters<ServerEvents['user_typing']>[0]
}

export function createRelay(io: LiveServer, bus: Bus): Relay {
  bus.hear(TOPIC, (told) => {
    const { to, event, news } = told as Told
    io.local
      .to(to.rooms)
      .except(to.except ?? [])
      .emit(event, news)
  })
  return (to, event, news) => bus.tell(TOPIC, { to, event, news })
}
