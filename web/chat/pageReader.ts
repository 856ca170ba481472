// Fetches the pages of a conversation that are missed or wanted, one at a time, until there is nothing to ask for.

import type { MessageResponse } from '#core/chat/contract.ts'
import { listMessages } from '#core/chat/contract.ts'
import type { ChatPorts, ReadResult } from '#web/chat/chatPorts.ts'
import type { Timeline, Wanted } from '#web/chat/timeline.ts'
import { createRetries } from '#web/platform/retries.ts'

export type GotPage = ReadResult<{ messages: MessageResponse[] }>

export interface PageReader {
  /** Goes on until `next` wants nothing more; nothing new where it is under way. */
  read(): void
  /** One page beside those. */
  ask(wanted: Wanted): Promise<GotPage>
  /** Whatever failed is tried at once. */
  retry(): void
  /** The network may be back. */
  wake(): void
  close(): void
}

interface PageDeps {
  ports: Pick<ChatPorts, 'ask' | 'timers' | 'random'>
  conversationId: string
  timeline(): Timeline
  /** There is somebody to read for. */
  isWanted(): boolean
  next(): Wanted | null
  arrived(wanted: Wanted, messages: readonly MessageResponse[]): void
  /** Says whether it is worth trying again. */
  failed(got: Exclude<ReadResult<unknown>, { state: 'done' }>): boolean
  /** How often it was let into the room of the conversation. */
  joins(): number
}

const NO_PROGRESS_MS = 1000

export function createPageReader(deps: PageDeps): PageReader {
  const { ports, conversationId, timeline, next } = deps
  const retries = createRetries(ports, () => void read())
  let isFetching = false
  let isClosed = false

  async function read(): Promise<void> {
    if (isFetching || isClosed || !deps.isWanted()) return
    isFetching = true
    for (let wanted = next(); wanted; wanted = next()) {
      const [before, joinsBefore] = [timeline(), deps.joins()]
      const got = await ask(wanted)
      if (isClosed) return
      if (got.state !== 'done') {
        // One was let in after it was asked for.
        if (got.state === 'refused' && deps.joins() !== joinsBefore) continue
        isFetching = false
        if (deps.failed(got)) retries.later()
        return
      }
      retries.reset()
      deps.arrived(wanted, got.answer.messages)
      const now = timeline()
      // The server behind its own news: asking on and on would not hurry it.
      if (now.chunks === before.chunks && now.unchecked === before.unchecked && next())
        await new Promise<void>((wake) => void ports.timers.after(NO_PROGRESS_MS, wake))
    }
    isFetching = false
  }

  function ask(wanted: Wanted): Promise<GotPage> {
    const { type, limit } = wanted
    const query =
      type === 'newest' ? { limit } : { limit, [type === 'before' ? 'before_id' : 'after_id']: wanted.id }
    return ports.ask(listMessages, { params: { conversationId }, query })
  }

  return {
    read: () => void read(),
    ask,
    retry() {
      retries.reset()
      void read()
    },
    wake: retries.wake,
    close() {
      isClosed = true
      retries.close()
    },
  }
}
