// The events of this process's last transaction, for subscriptions that would only read back what was just written.

import type { StoredText } from '#core/store/eventText.ts'
import { parsePosition } from '#core/store/position.ts'
import type { AppendJob, Job, WriteOutcome, WrittenOutcome } from '#api/stores/sqlite/sqliteWriter.ts'

export interface LastTransaction {
  /** Called before the subscriptions are notified. @param outcomes of these jobs, in the same order */
  committed(jobs: readonly Job[], outcomes: readonly WriteOutcome[]): void
  /** Called regularly: another process may truncate the events in the log. */
  forget(): void
  /** Its events after this position, at most `limit`; none when the log has to be read. */
  after(position: string, limit: number): readonly StoredText[]
}

export function createLastTransaction(): LastTransaction {
  /** In log order. Their numbers have no gap, because nobody else writes during a transaction. */
  let events: StoredText[] = []
  return {
    committed(jobs, outcomes) {
      events = []
      for (const [index, outcome] of outcomes.entries()) {
        const job = jobs[index]!
        // An event that was truncated at once must not be delivered.
        if (outcome === 'truncated' || ('truncates' in outcome && outcome.truncates))
          return void (events = [])
        if ('revision' in outcome && 'events' in job) events.push(...storedTexts(job, outcome))
      }
    },
    forget() {
      events = []
    },
    after(position, limit) {
      // The numbers in the log have no gap either: so these follow the position directly, or are not used.
      const start = parsePosition(position) + 1 - (events[0]?.eventNumber ?? Infinity)
      return start < 0 ? [] : events.slice(start, start + limit)
    },
  }
}

/** @param written of the job's last event */
function storedTexts({ stream, events }: AppendJob, written: WrittenOutcome): StoredText[] {
  const [revision, eventNumber] = [written.revision, written.eventNumber].map(
    (last) => last + 1 - events.length,
  )
  return events.map((text, index) => ({
    ...text,
    stream,
    revision: revision! + index,
    eventNumber: eventNumber! + index,
  }))
}
