// Collects all events of one reply. The client's reads have no deadline, so silence is measured here: a long reply may
// take its time, one that stops may not. A cancelled read ends like a complete one for the client, so nothing may
// cancel a read in use, or half a stream would pass for a whole one.

import { EsdbTimeout } from '#api/stores/esdbErrors.ts'

interface Answer<Event> extends AsyncIterable<{ event?: Event }> {
  on(event: 'error', listener: (error: Error) => void): unknown
  destroy(error: Error): unknown
  cancel(): Promise<void>
}

/** @throws EsdbTimeout after silence; errors of the server or the connection */
export async function gather<Event>(answer: Answer<Event>, silenceMs: number): Promise<Event[]> {
  const events: Event[] = []
  // An early error without a listener would end the process.
  answer.on('error', () => undefined)
  const timer = setTimeout(() => answer.destroy(new EsdbTimeout(silenceMs)), silenceMs)
  let isWhole = false
  try {
    for await (const { event } of answer) {
      timer.refresh()
      if (event) events.push(event)
    }
    isWhole = true
    return events
  } finally {
    clearTimeout(timer)
    if (!isWhole) answer.cancel().catch(() => undefined)
  }
}
