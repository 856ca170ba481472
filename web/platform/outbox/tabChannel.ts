// What the tabs of a browser tell each other of the outbox they share.

import type { OutboxNotice } from '#web/platform/outbox/queue.ts'

export type TabMessage = { type: 'changed' } | { type: 'told'; told: OutboxNotice }

export interface TabChannel {
  publish(news: TabMessage): void
  /** Hears the others, not itself; answers what ends it. */
  subscribe(listener: (news: TabMessage) => void): () => void
}

/** For a page that shares nothing. */
export const noTabChannel: TabChannel = { publish: () => undefined, subscribe: () => () => undefined }

/** @param name of the channel all tabs share */
export function openTabChannel(name = 'outbox'): TabChannel {
  const channel = open(name)
  if (!channel) return noTabChannel
  return {
    publish: (news) => channel.postMessage(news),
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<TabMessage>) => listener(data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  }
}

/** Null where there is none, or where the browser keeps nothing for the page and lets its tabs share nothing either. */
function open(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
