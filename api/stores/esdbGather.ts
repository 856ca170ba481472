// All events of one answer. The client's reads have no deadline, so silence is measured here: a long answer may take its
// time, one that stops coming may not. And whatever is cancelled on this side ends, for the client, like an answer that
// is complete: so nothing may cancel a read that somebody is still waiting for, or half a stream passes for a whole one.

import { EsdbTimeout } from '#api/stores/esdbErrors.ts'

interface Answer<Event> extends AsyncIterable<{ event?: Event }> {
  on(event: 'error', hear: (error: Error) => void): unknown
  destroy(error: Error): unknown
  cancel(): Promise<void>
}

/** @throws Silence when nothing came for so long; what the server or the connection says */
export async function gather<Event>(answer: Answer<Event>, silenceMs: number): Promise<Event[]> {
  const events: Event[] = []
  // Whoever is not listening when it breaks early would end the process.
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
