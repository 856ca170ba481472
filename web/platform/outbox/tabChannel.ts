// Messages between the tabs of a browser about the outbox that they share.

import type { OutboxNotice } from '#web/platform/outbox/outboxCommand.ts'

export type TabMessage = { type: 'changed' } | { type: 'notice'; notice: OutboxNotice }

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
    publish: (message) => channel.postMessage(toWire(message)),
    subscribe(listener) {
      const receive = ({ data }: MessageEvent<WireMessage>) => listener(fromWire(data))
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

type DoneNotice = Extract<OutboxNotice, { state: 'done' }>
type WireNotice = Exclude<OutboxNotice, DoneNotice> | (Omit<DoneNotice, 'response'> & { answer: unknown })

/** `told` and `answer` are the field names of older builds: tabs of two builds may be open. */
type WireMessage = { type: 'changed' } | { type: 'told'; told: WireNotice }

function toWire(message: TabMessage): WireMessage {
  if (message.type === 'changed') return message
  if (message.notice.state !== 'done') return { type: 'told', told: message.notice }
  const { response: answer, ...notice } = message.notice
  return { type: 'told', told: { ...notice, answer } }
}

function fromWire(message: WireMessage): TabMessage {
  if (message.type === 'changed') return message
  if (message.told.state !== 'done') return { type: 'notice', notice: message.told }
  const { answer: response, ...notice } = message.told
  return { type: 'notice', notice: { ...notice, response } }
}
