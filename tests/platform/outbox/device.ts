// A browser with tabs, a server whose responses the test chooses, and a virtual clock.

import {
  type OutboxCommand,
  type DeliveryResult,
  type OutboxNotice,
} from '#web/platform/outbox/outboxCommand.ts'
import { type Queue, createQueue } from '#web/platform/outbox/queue.ts'
import { browserProfile } from '#tests/support/browserProfile.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

export const done = (response: unknown = {}): DeliveryResult => ({ state: 'done', response, position: '' })
export const refused: DeliveryResult = {
  state: 'refused',
  refusal: { status: 409, code: 'CONFLICT', message: 'No', fields: {} },
}
export const unreachable: DeliveryResult = { state: 'unreachable', failure: null }

export interface TestTab {
  queue: Queue
  notices: OutboxNotice[]
  /** Its commands as `name state`. */
  shown(): string[]
  close(): void
}

export function device() {
  const time = virtualTime()
  const profile = browserProfile()
  /** The requests that arrived at the server, with the token's user, and the time in ms. */
  const arrived: { key: string; by: string; at: number }[] = []
  const session = { userId: 'ann' as string | null }
  const server = {
    /** ms */
    takes: 100,
    answer: (_key: string): DeliveryResult => done(),
    /** What a done command left refused. */
    refusedPart: (_key: string): OutboxCommand | null => null,
  }

  /** @param store of this tab, as it may be slow in one of them */
  function open(store = profile.store): TestTab {
    const tab = profile.open()
    const notices: OutboxNotice[] = []
    const queue = createQueue({
      store,
      lease: tab.lease,
      tabs: tab.tabs,
      timers: time,
      random: () => 0.5,
      currentUserId: () => session.userId,
      onChange: () => undefined,
      refusedPart: async ({ key }) => server.refusedPart(key),
      onNotice: (one) => notices.push(one),
      async deliver({ key }) {
        arrived.push({ key, by: session.userId!, at: time.now() })
        await new Promise<void>((resolve) => void time.after(server.takes, resolve))
        return server.answer(key)
      },
    })
    return {
      queue,
      notices,
      shown: () => queue.commands().map(({ key, state }) => `${key} ${state}`),
      close() {
        queue.close()
        tab.close()
      },
    }
  }

  return { time, store: profile.store, arrived, session, server, open }
}

export function outboxCommand(key: string, lane = 'lane', by = 'ann'): OutboxCommand {
  return {
    key,
    id: `id of ${key}`,
    by,
    lane,
    endpoint: { method: 'POST', path: '/things', status: 201 },
    params: {},
    body: { key },
    ifMatch: undefined,
    touches: [],
    at: '2026-05-02T10:00:00.000Z',
    refusal: null,
  }
}
