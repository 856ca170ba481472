// The chats of a deleted trip go with it: each is closed by a fact of its own, and then emptied down to that fact.
// Safe to repeat: a crash in between leaves work that the next start finds in the log again.

import { conversationKind } from '#core/chat/decider.ts'
import { readKey, readKind } from '#core/chat/read.ts'
import type { ConversationState } from '#core/chat/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { Handle } from '#core/store/handle.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { readMarks } from '#projections/chat/readMarks.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { idIn } from '#projections/platform/view.ts'

interface Deps {
  store: EventStore
  handle: Handle
  readStore: ReadStore
  /** Whether the read side shows this position within so many ms. */
  reached(position: string, timeoutMs: number): Promise<boolean>
}

/** Whoever deletes a chat by hand leaves its messages in the log; only a deleted trip takes them along. */
const ERASER = 'system'

const CATCH_UP_MS = 60_000

/** Takes each event of the log, in order. */
export function createChatEraser({
  store,
  handle,
  readStore,
  reached,
}: Deps): (event: StoredEvent) => Promise<void> {
  return async (event) => {
    if (event.type === 'TripChatDeleted' && event.meta.actor === ERASER)
      return store.truncate(event.stream, event.revision)
    if (event.type !== 'TripDeleted') return
    if (!(await reached(event.position, CATCH_UP_MS))) throw new Error('The views are not there yet')
    for (const chatId of (await readStore.get(chatsOfTrip, idIn(event.stream))) ?? [])
      await close(chatId, event)
  }

  async function close(chatId: string, { meta }: StoredEvent): Promise<void> {
    for (const userId of Object.keys((await readStore.get(readMarks, chatId)) ?? {}))
      await empty(readKind.prefix + readKey(chatId, userId))
    await handle(conversationKind, chatId, {
      actor: ERASER,
      at: meta.at,
      key: idFrom(chatId, meta.key),
      digest: meta.digest,
      requestId: meta.requestId,
      decide: async (state: ConversationState) => {
        const decision = conversationKind.decide({ type: 'DeleteTripChat' }, state)
        // Deleted by hand before: nothing to add.
        return 'refused' in decision ? [] : decision
      },
      answer: () => undefined,
    })
  }

  async function empty(stream: string): Promise<void> {
    const [last] = await store.read(stream, { backward: true, limit: 1 })
    if (last) await store.truncate(stream, last.revision + 1)
  }
}
