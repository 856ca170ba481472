// The queue of pending commands: each is stored before any network request, sent in its lane (a trip or a conversation) in
// order, and retried while the network is away. It uses no browser API, so tests and the simulator run the same code.

import { createLaneBackoff } from '#web/platform/outbox/laneBackoff.ts'
import { createLaneSender } from '#web/platform/outbox/laneSender.ts'
import { createMirror } from '#web/platform/outbox/mirror.ts'
import type {
  DeliveryResult,
  CommandState,
  OutboxCommand,
  OrderedCommand,
  OutboxNotice,
  QueuedCommand,
} from '#web/platform/outbox/outboxCommand.ts'
import type { QueuePorts } from '#web/platform/outbox/queuePorts.ts'

/** Longer than transactions fail at once after the browser did not respond (web/platform/storage/database.ts). */
const READ_AGAIN_MS = 31_000

export interface Queue {
  /** Of the person who is signed in, in the order they are sent. */
  commands(): QueuedCommand[]
  /** The commands, all of one lane, are listed at once, and can be sent when this resolves. Never rejects. */
  add(...commands: readonly OutboxCommand[]): Promise<void>
  /** The store was read for the first time, or cannot be read. */
  whenRead: Promise<void>
  /** Everybody's commands that would be lost with this page, because the store does not have them yet. */
  unstored(): OutboxCommand[]
  /** Sends a refused command again, after the others. */
  retry(key: string): void
  discard(key: string): void
  /** The network, the page or the person may be back: reads the store and sends all lanes now. */
  wake(): void
  /** Nothing is sent or reported any more. */
  close(): void
}

/** Over 80 lines, because it is one state machine: each transition is a function of a few lines. */
export function createQueue(ports: QueuePorts): Queue {
  const { currentUserId, tabs, onChange, onNotice } = ports
  const mirror = createMirror(
    ports.store,
    () => isClosed || onChange(),
    () => tabs.publish({ type: 'changed' }),
  )
  const backoff = createLaneBackoff(ports, (lane) => sender.send(lane))
  const sender = createLaneSender({ ports, mirror, backoff, isClosed: () => isClosed, onDelivered })
  /** Waiting lanes → the text of the last response. */
  const failures = new Map<string, string | null>()
  /** Keys of waiting commands: they are shown as waiting until they are done, though the network is back. */
  const waiting = new Set<string>()
  let isClosed = false
  let cancelReading = () => {}

  const unsubscribe = tabs.subscribe((message) => {
    if (message.type === 'changed') return void reload()
    // The other tab has just failed, so this one need not try now.
    if (message.notice.state === 'waiting') backoff.retryLater(message.notice.lane)
    notify(message.notice)
  })
  const whenRead = reload()

  function stateOf({ key, refusal }: OutboxCommand): CommandState {
    if (refusal) return 'refused'
    return waiting.has(key) ? 'waiting' : 'sending'
  }

  /** A store that cannot be read may have commands of an earlier visit, for which nothing else wakes the queue. */
  async function reload(): Promise<void> {
    const isRead = await mirror.sync()
    if (isClosed) return
    sender.sendAll()
    cancelReading()
    if (!isRead) cancelReading = ports.timers.after(READ_AGAIN_MS, () => void reload())
  }

  async function onDelivered(command: OrderedCommand, result: DeliveryResult): Promise<void> {
    const { key, lane } = command
    switch (result.state) {
      case 'done': {
        // Before the notice, with which a form no longer waits for the response.
        const refusedPart = await ports.refusedPart?.(command, result.response)
        publish({ state: 'done', key, lane, response: result.response, position: result.position })
        if (refusedPart) await mirror.add(refusedPart)
        await mirror.remove(key)
        return tabs.publish({ type: 'changed' })
      }
      case 'refused':
        await mirror.refuse(command, result.refusal)
        publish({ state: 'refused', key, lane, refusal: result.refusal })
        return tabs.publish({ type: 'changed' })
      case 'split':
        await mirror.add(...result.commands)
        return tabs.publish({ type: 'changed' })
      // Signing in wakes the queue; the retry covers a sign-in just before this response.
      case 'unauthorized':
      case 'unreachable':
        backoff.retryLater(lane, result.state === 'unreachable' ? result.retryAfterMs : undefined)
        return publish({ state: 'waiting', lane, failure: result.failure })
    }
  }

  function publish(notice: OutboxNotice): void {
    tabs.publish({ type: 'notice', notice })
    notify(notice)
  }

  function notify(notice: OutboxNotice): void {
    if (isClosed) return
    if (notice.state === 'waiting') {
      failures.set(notice.lane, notice.failure)
      for (const { key, lane } of mirror.commands()) if (lane === notice.lane) waiting.add(key)
      onChange()
    } else {
      failures.delete(notice.lane)
      waiting.delete(notice.key)
      backoff.reset(notice.lane)
    }
    onNotice(notice)
  }

  async function publishAfter(change: Promise<void>): Promise<void> {
    await change
    tabs.publish({ type: 'changed' })
    await reload()
  }

  return {
    commands() {
      const userId = currentUserId()
      const ownCommands = mirror.commands().filter(({ by }) => by === userId)
      return ownCommands.map((command) => {
        const state = stateOf(command)
        return {
          ...command,
          state,
          failure: state === 'waiting' ? (failures.get(command.lane) ?? null) : null,
        }
      })
    },
    async add(...commands) {
      const { lane } = commands[0]!
      const failure = failures.get(lane)
      if (failure !== undefined) for (const { key } of commands) waiting.add(key)
      const added = mirror.add(...commands)
      if (failure !== undefined) onNotice({ state: 'waiting', lane, failure })
      await added
      tabs.publish({ type: 'changed' })
      // A person who sends now may know that the network is back.
      backoff.skip(lane)
      sender.send(lane)
    },
    whenRead,
    unstored: mirror.unstored,
    retry: (key) => void publishAfter(mirror.reopen(key)),
    discard(key) {
      waiting.delete(key)
      void publishAfter(mirror.remove(key))
    },
    wake() {
      backoff.skipAll()
      onChange()
      sender.sendAll()
      void reload()
    },
    close() {
      isClosed = true
      unsubscribe()
      cancelReading()
      backoff.close()
    },
  }
}
