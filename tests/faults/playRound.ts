// One round: friends plan a trip and use it, a fault happens and ends, and everything must be as if it had not.

import { isDeepStrictEqual } from 'node:util'
import { setTimeout as after } from 'node:timers/promises'
import type { StoredEvent } from '#core/store/eventStore.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import { BrokenChain, createChains } from '#api/stores/chains.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { type SeededRandom, seededRandom } from '#tests/simulator/seededRandom.ts'
import { checkHistory, type LogEntry } from '#tests/faults/checkHistory.ts'
import { type Follower, followTrip } from '#tests/faults/followTrip.ts'
import { type Fault, injectFault } from '#tests/faults/injectFault.ts'
import type { Installation } from '#tests/faults/installation.ts'
import { ask, createFriends, type Friends, type Scene } from '#tests/faults/writers.ts'

export interface Round {
  /** What was done to what. */
  description: string
  /** One sentence for each rule that does not hold. */
  wrong: string[]
  /** From the end of the fault until every node acknowledges and shows new commands. */
  recoveryMs: number
  acknowledged: number
  /** Commands without an answer to their first attempts. */
  unanswered: number
  reads: number
}

/** From the end of the fault. */
const RECOVERS_WITHIN_MS = 5000
const CONVERGES_WITHIN_MS = 5000
/** A device notices after 45 s of silence that its connections are dead, and connects anew. */
const NOTICES_SILENCE_WITHIN_MS = 50_000
/** A recovery that takes longer is given up. */
const PATIENCE_MS = 30_000
const POLL_MS = 50
/** Commands that are acknowledged before the fault, and after it. */
const ENOUGH = 8
const PEOPLE = 3

export async function playRound(installation: Installation, fault: Fault, seed: number): Promise<Round> {
  const random = seededRandom(seed)
  const ofFault = seededRandom(-seed)
  const scene = await plan(installation)
  const friends = createFriends(installation, scene, random)
  const followers = await Promise.all(
    scene.people
      .slice(0, PEOPLE)
      .map((person, n) => followTrip(installation.ports[n % installation.ports.length]!, person, scene)),
  )
  const wrong: string[] = []
  const stop = new AbortController()
  try {
    const working = friends.work(stop.signal)
    await acknowledgedSince(friends, 0)
    await after(ofFault.between(0, 300))
    const description = await injectFault(fault, installation, ofFault)
    for (const follower of followers) follower.wake()
    const recoveryMs = await recovery(installation, friends)
    if (recoveryMs > RECOVERS_WITHIN_MS) wrong.push(`the recovery took ${Math.round(recoveryMs)} ms`)
    if (recoveryMs < PATIENCE_MS) await acknowledgedSince(friends, performance.now())
    stop.abort()
    await working
    const unanswered = friends.commands.filter(({ write }) => write.answers.length === 0).length
    wrong.push(...(await repeatSome(installation, friends, random)))
    const events = await eventsOf(installation, scene)
    const log = logOf(events)
    const chains = createChains()
    for (const event of events) chains.add(event)
    wrong.push(...chains.broken().map((link) => new BrokenChain(link).message))
    const { commands, reads } = friends
    const writes = commands.map(({ write }) => write)
    wrong.push(...friends.wrong, ...checkHistory({ writes, reads, log }))
    const withinMs = fault === 'lost packets of clients' ? NOTICES_SILENCE_WITHIN_MS : CONVERGES_WITHIN_MS
    wrong.push(...(await divergences(installation, scene, followers, log, withinMs)))
    const differences = await installation.verify()
    if (differences) wrong.push(`the log or the read models: ${differences}`)
    const acknowledged = writes.filter(({ answers }) => answers.length > 0).length
    return { description, wrong, recoveryMs, acknowledged, unanswered, reads: reads.length }
  } finally {
    stop.abort()
    for (const follower of followers) follower.close()
  }
}

/** A new trip with a chat, for everybody. */
async function plan({ ports, people }: Installation): Promise<Scene> {
  const [organizer, ...others] = people
  const client = createClient(ports[0]!, organizer!.token)
  const { trip } = expectSuccess(
    await client.post('/trips', {
      title: 'A trip with faults',
      destination: 'Lisbon, Portugal',
      startDate: '2030-05-02',
      endDate: '2030-05-09',
      currency: 'HKD',
      inviteUserIds: others.map(({ id }) => id),
    }),
  ) as { trip: { id: string } }
  const { chat } = expectSuccess(await client.post(`/trips/${trip.id}/chats`, { name: 'All of us' })) as {
    chat: { id: string }
  }
  return { tripId: trip.id, conversationId: chat.id, people }
}

/** Resolves once enough commands that were sent after this time are acknowledged. */
async function acknowledgedSince({ commands }: Friends, time: number): Promise<void> {
  const count = () =>
    commands.filter(({ write }) => write.invokedAt > time && write.answers.length > 0).length
  await until(PATIENCE_MS, () => count() >= ENOUGH)
}

/** Resolves to how long it took until each node acknowledged a new expense and message that could then be read. */
async function recovery({ ports }: Installation, friends: Friends): Promise<number> {
  const begun = performance.now()
  const times = await Promise.all(
    ports.map(async (port) => {
      await until(PATIENCE_MS, () => friends.probe(port))
      return performance.now() - begun
    }),
  )
  return Math.max(...times)
}

/** Most commands without an answer are sent until they have one, and some with an answer are sent again. */
async function repeatSome(
  { ports }: Installation,
  { commands, repeat }: Friends,
  random: SeededRandom,
): Promise<string[]> {
  const wrong: string[] = []
  const end = performance.now() + PATIENCE_MS
  for (const command of commands) {
    const isUnanswered = command.write.answers.length === 0
    if (!random.is(isUnanswered ? 0.9 : 0.05)) continue
    await until(end - performance.now(), () => repeat(command, random.of(ports)))
    if (command.write.answers.length === 0) wrong.push(`command ${command.write.key} is never answered`)
  }
  return wrong
}

/** Of the money, then of the conversation. */
async function eventsOf(
  { log }: Installation,
  { tripId, conversationId }: Scene,
): Promise<readonly StoredEvent[]> {
  const streams = [`money-${tripId}`, `conversation-${conversationId}`].map((stream) => log.read(stream))
  return (await Promise.all(streams)).flat()
}

function logOf(events: readonly StoredEvent[]): LogEntry[] {
  const entries = (type: string, of: 'expense' | 'message'): LogEntry[] =>
    events
      .filter((event) => event.type === type)
      .map(({ stream, position, meta, data }) => ({
        stream,
        position,
        key: meta.key,
        id: (data as Record<typeof of, { id: string }>)[of].id,
      }))
  return [...entries('ExpenseAdded', 'expense'), ...entries('MessageSent', 'message')]
}

/** Waits until every device shows the trip and the messages of the log. */
async function divergences(
  { ports }: Installation,
  { tripId, conversationId, people }: Scene,
  followers: readonly Follower[],
  log: readonly LogEntry[],
  withinMs: number,
): Promise<string[]> {
  const messages = log.filter(({ stream }) => stream.endsWith(conversationId)).map(({ id }) => id)
  const wrong: string[] = []
  const begun = performance.now()
  for (const [n, follower] of followers.entries()) {
    let expected: TripReplica | undefined
    // Just after a fault a node may respond late, or say that it cannot read yet.
    await until(CONVERGES_WITHIN_MS, async () => {
      const fetched = await ask(ports[n % ports.length]!, people[n]!, `/trips/${tripId}/replica`, 1000)
      if (fetched?.status === 200) expected = fetched.json as TripReplica
      return expected !== undefined
    })
    const left = withinMs - (performance.now() - begun)
    const hasTrip = () => {
      const own = follower.replica()
      return (
        own !== undefined &&
        isDeepStrictEqual(own.revisions, expected?.revisions) &&
        isDeepStrictEqual(plain(own.documents), expected?.documents)
      )
    }
    const hasMessages = () => isDeepStrictEqual(follower.messages(), messages)
    await until(left, () => hasTrip() && hasMessages())
    if (!hasTrip())
      wrong.push(`device ${n} shows another trip than the server: ${differenceOf(follower, expected)}`)
    if (!hasMessages())
      wrong.push(
        `device ${n} shows ${follower.messages().length} messages, and the log has ${messages.length}`,
      )
  }
  return wrong
}

/** As it is in JSON. */
const plain = (documents: object): unknown => JSON.parse(JSON.stringify(documents))

function differenceOf(follower: Follower, expected: TripReplica | undefined): string {
  const own = follower.replica()
  if (!own || !expected) return own ? 'the server does not respond' : 'it has none'
  return `revisions ${JSON.stringify(own.revisions)}, not ${JSON.stringify(expected.revisions)}`
}

async function until(withinMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo()) && performance.now() < end) await after(POLL_MS)
}
