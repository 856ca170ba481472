// Collects all events of one reply. The client's reads have no deadline, so this limits the time between two events: a
// long reply is allowed, a reply that stops is not. A cancelled read looks complete to the client, so a read must not
// be cancelled while its events are used.

import { EsdbTimeout } from '#api/stores/eventstoredb/esdbErrors.ts'

interface Reply<Event> extends AsyncIterable<{ event?: Event }> {
  on(event: 'error', listener: (error: Error) => void): unknown
  destroy(error: Error): unknown
  cancel(): Promise<void>
}

/** @throws EsdbTimeout after silence; errors of the server or the connection */
export async function gather<Event>(reply: Reply<Event>, replyTimeoutMs: number): Promise<Event[]> {
  const events: Event[] = []
  // An early error without a listener would end the process.
  reply.on('error', () => undefined)
  const timer = setTimeout(() => reply.destroy(new EsdbTimeout(replyTimeoutMs)), replyTimeoutMs)
  let isComplete = false
  try {
    for await (const { event } of reply) {
      timer.refresh()
      if (event) events.push(event)
    }
    isComplete = true
    return events
  } finally {
    clearTimeout(timer)
    if (!isComplete) reply.cancel().catch(() => undefined)
  }
}
