// `node tests/history/addSamples.ts`: produces every event once, stores a sample of each event that has none yet, and
// adds its line to the list. Existing samples stay unchanged.

import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type StoredEvent, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { FOLDER, hashOf, LIST, listed, sampleFiles, versionIn, versions } from '#tests/history/samples.ts'
import { seedEveryEvent } from '#tests/history/demoEvents.ts'

const have = new Set(sampleFiles().map(versionIn))
const written = await logOfStory()
for (const event of written) {
  const version = `${event.type}.v${event.meta.v}`
  if (have.has(version)) continue
  have.add(version)
  writeFileSync(join(FOLDER, `${version}.json`), `${JSON.stringify(event, null, 2)}\n`)
}
const known = listed()
for (const file of sampleFiles()) if (!known.has(file)) appendFileSync(LIST, `${hashOf(file)}  ${file}\n`)
const missing = versions.filter((version) => !have.has(version))
if (missing.length > 0) console.error(`The story has none of: ${missing.join(', ')}`)

/** Every event that was appended, in order, including those that the log has erased since. */
async function logOfStory(): Promise<StoredEvent[]> {
  const store = createMemoryEventStore()
  const stop = new AbortController()
  const events: StoredEvent[] = []
  const reading = (async () => {
    for await (const batch of store.subscribe({ after: START, signal: stop.signal })) events.push(...batch)
  })()
  await seedEveryEvent(store)
  stop.abort()
  await reading
  return events
}
