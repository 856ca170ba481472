// What the tabs of a browser tell each other of the outbox they share.

import type { Told } from '#web/platform/outbox/queue.ts'

export type TabNews = { type: 'changed' } | { type: 'told'; told: Told }

export interface Tabs {
  tell(news: TabNews): void
  /** Hears the others, not itself; answers what ends it. */
  hear(listener: (news: TabNews) => void): () => void
}

/** For a page that shares nothing. */
export const noTabs: Tabs = { tell: () => undefined, hear: () => () => undefined }

/** @param name of the channel all tabs share */
export function channelTabs(name = 'outbox'): Tabs {
  const channel = open(name)
  if (!channel) return noTabs
  return {
    tell: (news) => channel.postMessage(news),
    hear(listener) {
      const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
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
