// A list of conversations without a browser: its requests are answered by a function, and its time is virtual.

import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import { emptyChatState } from '#web/chat/engine/chatState.ts'
import { createListStore } from '#web/chat/engine/list/listStore.ts'
import { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

/** @param respond the outcome of a request to this endpoint, as of `ChatPorts.request` */
export function listStoreOf(
  respond: (endpoint: unknown) => unknown,
  { cache, onStale = () => undefined }: Partial<Pick<ChatPorts, 'cache' | 'onStale'>> = {},
) {
  const time = virtualTime()
  const ports: Partial<ChatPorts> = {
    me: { id: 'ann', username: 'ann' },
    ...(cache && { cache }),
    request: (async (endpoint: unknown) => respond(endpoint)) as never,
    timers: time,
    random: () => 0,
    onStale,
    state: emptyChatState(),
    byReference: (value) => value,
  }
  const store = createListStore({
    ports: ports as ChatPorts,
    messages: new MessageIndex(),
    onChange: () => undefined,
    onMissing: () => undefined,
  })
  return { store, time }
}
