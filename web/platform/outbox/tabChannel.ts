// Messages between the tabs of a browser about the outbox that they share.

import type { OutboxNotice } from '#web/platform/outbox/outboxCommand.ts'

/** The fields are a protocol between builds: tabs of two builds may be open. */
export type TabMessage = { type: 'changed' } | { type: 'told'; told: OutboxNotice }

export interface TabChannel {
  publish(message: TabMessage): void
  /** Receives the messages of other tabs. Returns a function that ends it. */
  subscribe(listener: (message: TabMessage) => void): () => void
}

/** For a document that stores nothing. */
export const noTabChannel: TabChannel = { publish: () => undefined, subscribe: () => () => undefined }

export function openTabChannel(name = 'outbox'): TabChannel {
  const channel = open(name)
  if (!channel) return noTabChannel
  return {
    publish: (message) => channel.postMessage(message),
    subscribe(listener) {
      const receive = ({ data }: MessageEvent<TabMessage>) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}

/** Null if the browser has none, or none for a page without storage. */
function open(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
