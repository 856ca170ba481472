// Pending commands as the screens see them.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'

/** A command that waits for the network; `more` replaces fields. */
export function pendingCommand(endpoint: Endpoint, more: Partial<PendingCommand> = {}): PendingCommand {
  return {
    id: 'made',
    key: 'key',
    endpoint,
    path: endpoint.path,
    params: {},
    body: null,
    lane: 'trip',
    by: 'ben',
    state: 'waiting',
    isMemoryOnly: false,
    error: null,
    at: '2026-05-02T10:00:00.000Z',
    retry: () => undefined,
    discard: () => undefined,
    ...more,
  }
}
