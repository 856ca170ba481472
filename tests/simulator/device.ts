// A simulated device: a browser whose tabs run the client's real code, on a failing network, with a wrong clock, and
// with periods of sleep.

import { proxy, ref, subscribe } from 'valtio/vanilla'
import { newIdOf } from '#core/kernel/ids.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { Session } from '#api/platform/http/route.ts'
import type { Chat } from '#web/chat/engine/chat.ts'
import { type ChatState, emptyChatState } from '#web/chat/engine/chatState.ts'
import type { ChatPorts, RequestResult } from '#web/chat/engine/chatPorts.ts'
import { type ChatClient, createChatClient } from '#web/chat/engine/chatClient.ts'
import { createConnection } from '#web/chat/engine/live/connection.ts'
import type { OpenConversation } from '#web/chat/engine/open/openConversation.ts'
import { shownRange } from '#web/chat/engine/timeline/timeline.ts'
import {
  type OutboxCommand,
  type OrderedCommand,
  type DeliveryResult,
} from '#web/platform/outbox/outboxCommand.ts'
import { type Queue, createQueue } from '#web/platform/outbox/queue.ts'
import { FAIL_FAST_MS, RESPONSE_TIMEOUT_MS } from '#web/platform/storage/database.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import type { Timers } from '#web/platform/time/timers.ts'
import { type BrowserProfile, browserProfile } from '#tests/support/browserProfile.ts'
import type { Line, Network, World } from '#tests/simulator/network.ts'
import { type BuggyPorts, injectedBugs } from '#tests/simulator/injectedBugs.ts'
import type { Reply } from '#tests/simulator/server.ts'

export interface Deps extends World {
  network: Network
}

/** A message that a person sent, by its key. */
export interface SentRecord {
  key: string
  conversationId: string
  /** It was refused once and sent again, or discarded: its order among the others is undefined. */
  wasRefused: boolean
  wasDiscarded: boolean
  /** The number of the tab: only its own order is defined once the storage of a tab was slow. */
  tab: number
}

export interface SimulatedTab {
  readonly chat: Chat | null
  /** The state that its screens show. */
  readonly state: ChatState
  readonly open: { id: string; conversation: OpenConversation } | null
  /** The newest message is visible. */
  isAtEnd: boolean
  queue: Queue
  show(conversationId: string): void
  leave(): void
  /** Sends a command of the trip screens. */
  command(endpoint: Endpoint, params: Params, body: unknown, lane: string): void
  /** Marks the visible messages as read. */
  look(): void
  /** Its storage gives no response for this time. */
  slowStorage(ms: number): void
  close(): void
}

export interface Device {
  person: Session
  line: Line
  tabs: SimulatedTab[]
  sent: SentRecord[]
  /** The storage of one of its tabs was slow. */
  wasStorageSlow(): boolean
  /** A closed tab could not store all its commands: the next tab has them. */
  hasJournal(): boolean
  openTab(): SimulatedTab
  /** Closes all tabs and opens one; the device's storage stays. */
  reload(): void
  isSignedIn(): boolean
  signIn(): void
  turnClock(byMs: number): void
  goOffline(): void
  goOnline(): void
  sleep(): void
  wake(): void
  /** Makes the tab visible. */
  resume(): void
}

/** Items drawn above the visible one. */
const SCREEN = 20

export function createDevice({ time, random, network, bug }: Deps, person: Session): Device {
  const planted: BuggyPorts = bug ? injectedBugs[bug] : {}
  const profile: BrowserProfile = browserProfile()
  const sent: SentRecord[] = []
  let tabs: (SimulatedTab & { signOut(): void; signIn(): void; resume(): void })[] = []
  let token: string | null = null
  let isOnline = true
  let isAsleep = false
  let turned = 0
  let slept: (() => void)[] = []
  let opened = 0
  let wasStorageSlow = false
  /** As web/platform/outbox/sender.ts: commands that a closed tab could not store. */
  const journal: OutboxCommand[] = []

  const awake = (run: () => void): void => {
    if (isAsleep) slept.push(run)
    else run()
  }
  const timers: Timers = {
    now: time.now,
    after(ms, run) {
      let isOff = false
      const callOff = time.after(ms, () => awake(() => !isOff && run()))
      return () => {
        isOff = true
        callOff()
      }
    },
  }
  const line: Line = { isOnline: () => isOnline, isAsleep: () => isAsleep, awake, timers }
  const openSocket = network.openSocket(line)

  function signIn(): void {
    token = `token of ${person.username} ${random.uuid()}`
    network.sessions.set(token, person)
    for (const tab of tabs) tab.signIn()
  }

  /** Does the same as the app after a 401. */
  function signOut(): void {
    if (token === null) return
    token = null
    for (const tab of tabs) tab.signOut()
  }

  async function reach(request: Parameters<Network['request']>[2]): Promise<Reply | null> {
    const own = token
    if (own === null) return { status: 401, body: {} }
    const reply = await network.request(line, own, request)
    if (reply?.status === 401 && own === token) signOut()
    return reply
  }

  function openTab(): SimulatedTab {
    const profileTab = profile.open()
    let live: ChatClient | null = null
    let state = emptyChatState()
    let shown: { id: string; conversation: OpenConversation; close(): void } | null = null
    let isClosed = false
    let isDue = false
    /** The tab's own timers: none fires after the tab is closed. */
    const own: Timers = {
      now: timers.now,
      after: (ms, run) => timers.after(ms, () => !isClosed && run()),
    }
    const number = (opened += 1)
    const storage = slowableStore(planted.store?.(profile.store) ?? profile.store, own)
    const queue = createQueue({
      store: storage.store,
      lease: profileTab.lease,
      tabs: profileTab.tabs,
      timers: own,
      random: random.next,
      currentUserId: () => (token === null ? null : person.id),
      deliver,
      onChange: () => live?.chat.outboxChanged(),
      onNotice(notice) {
        if (notice.state === 'refused') {
          const record = sent.find(({ key }) => key === notice.key)
          if (record) record.wasRefused = true
        }
        if (notice.state !== 'done') return
        const command = queue.commands().find(({ key }) => key === notice.key)
        if (command) live?.chat.commandDone(command, notice.response)
      },
    })

    async function deliver({ endpoint, params, body, key, by }: OrderedCommand): Promise<DeliveryResult> {
      if (by !== person.id) throw new Error('This is not theirs to send')
      const sending = { endpoint, params, body, key }
      await planted.beforeSending?.(key, profile.store)
      const reply = await reach(planted.changeRequest?.(sending, random.uuid) ?? sending)
      if (!reply || isBusy(reply.status))
        return { state: 'unreachable', failure: null, retryAfterMs: reply?.retryAfterMs }
      if (reply.status === 401) return { state: 'unauthorized', failure: '' }
      if (reply.status < 300) return { state: 'done', response: reply.body, position: '' }
      const { message = '' } = reply.body as { message?: string }
      return { state: 'refused', refusal: { status: reply.status, code: '', message, fields: {} } }
    }

    const ask: ChatPorts['request'] = async (endpoint, given) => {
      const reply = await reach({ endpoint, ...given })
      if (isClosed) return new Promise(() => undefined)
      if (!reply || isBusy(reply.status)) return { state: 'unreachable' }
      if (reply.status < 300) return { state: 'done', response: reply.body } as RequestResult<never>
      return { state: 'refused', status: reply.status, message: '' }
    }

    function add({
      endpoint,
      params,
      body,
      lane,
      key,
    }: Pick<OutboxCommand, 'endpoint' | 'params' | 'body' | 'lane' | 'key'>) {
      const at = new Date(Date.parse('2026-05-02T10:00:00Z') + time.now() + turned).toISOString()
      const made = {
        id: newIdOf(endpoint, params, person.id, key),
        by: person.id,
        ifMatch: undefined,
        touches: [],
        refusal: null,
      }
      if (endpoint.path.endsWith('/messages'))
        sent.push({ key, conversationId: lane, wasRefused: false, wasDiscarded: false, tab: number })
      void queue.add({ key, lane, endpoint, params, body, at, ...made })
    }

    /** Draws a screen a moment later, then marks what is visible as read. */
    function drawn(): void {
      if (isDue) return
      isDue = true
      own.after(30, () => {
        isDue = false
        tab.look()
      })
    }

    const tab = {
      get chat() {
        return live?.chat ?? null
      },
      get state() {
        return state
      },
      get open() {
        return shown
      },
      isAtEnd: true,
      queue,
      show(id: string) {
        tab.leave()
        if (!live) return
        const { conversation, close } = live.chat.open(id)
        shown = { id, conversation, close }
        tab.isAtEnd = true
        tab.look()
      },
      leave() {
        shown?.close()
        shown = null
      },
      command(endpoint: Endpoint, params: Params, body: unknown, lane: string) {
        add({ endpoint, params, body, lane, key: random.uuid() })
      },
      look() {
        const range = shown && shownRange(state.open[shown.id]!.timeline)
        if (!range || isClosed) return
        const to = tab.isAtEnd ? range.to : Math.min(range.to, range.from + SCREEN)
        const from = Math.max(range.from, to - SCREEN)
        shown!.conversation.setVisibleRange({ from, to, readTo: to, isAtEnd: tab.isAtEnd })
      },
      slowStorage(ms: number) {
        wasStorageSlow = true
        storage.slowDown(ms)
      },
      close() {
        journal.push(...queue.unstored())
        isClosed = true
        tabs = tabs.filter((one) => one !== tab)
        queue.close()
        live?.close()
        profileTab.close()
      },
      signOut() {
        shown = null
        live?.close()
        live = null
        queue.wake()
      },
      signIn() {
        if (token === null) return
        state = proxy(emptyChatState())
        subscribe(state.open, drawn)
        live = createChatClient(
          {
            me: { id: person.id, username: person.username },
            connect: (ports) =>
              createConnection({
                ...ports,
                open: (given, listener) =>
                  openSocket(
                    given,
                    whileOpen(listener, () => !isClosed),
                  ),
              }),
            request: planted.wrapAsk?.(ask) ?? ask,
            outbox: {
              commands() {
                const commands = queue
                  .commands()
                  .map((command) => ({ ...command, error: command.refusal?.message ?? null }))
                return planted.changeCommands?.(commands) ?? commands
              },
              add,
              retry: queue.retry,
              discard: queue.discard,
            },
            timers: own,
            random: random.next,
            newKey: random.uuid,
            isVisible: () => !isAsleep && !isClosed,
            onStale: () => undefined,
            onNotice: () => undefined,
            onRejected: signOut,
            onConnected: () => queue.wake(),
            state,
            byReference: <Value extends object>(value: Value): Value => ref(value),
          },
          token,
        )
        queue.wake()
      },
      resume() {
        queue.wake()
        live?.resume()
      },
    }
    tabs.push(tab)
    for (const command of journal.splice(0)) void queue.add(command)
    tab.signIn()
    return tab
  }

  return {
    person,
    line,
    get tabs() {
      return tabs
    },
    sent,
    wasStorageSlow: () => wasStorageSlow,
    hasJournal: () => journal.length > 0,
    openTab,
    reload() {
      for (const tab of [...tabs]) tab.close()
      openTab()
    },
    isSignedIn: () => token !== null,
    signIn,
    turnClock: (byMs) => void (turned += byMs),
    goOffline() {
      isOnline = false
      network.cut(line)
    },
    goOnline() {
      isOnline = true
      awake(() => tabs.forEach((tab) => tab.resume()))
    },
    sleep() {
      isAsleep = true
      if (random.is(0.8)) network.cut(line)
    },
    wake() {
      isAsleep = false
      const runs = slept
      slept = []
      for (const run of runs) run()
      for (const tab of tabs) tab.resume()
    },
    resume: () => tabs.forEach((tab) => tab.resume()),
  }
}

/** As web/platform/storage/database.ts: a call without a response fails after three seconds, and later ones fail at once. */
function slowableStore(store: OutboxStore, timers: Timers) {
  let [slowUntil, failFastUntil] = [-Infinity, -Infinity]
  const limited =
    <Given extends readonly unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (timers.now() >= failFastUntil) {
        if (timers.now() >= slowUntil) return call(...given)
        await new Promise<void>((resolve) => void timers.after(RESPONSE_TIMEOUT_MS, resolve))
        failFastUntil = timers.now() + FAIL_FAST_MS
      }
      throw new Error('The storage does not respond')
    }
  return {
    store: {
      all: limited(store.all),
      add: limited(store.add),
      refuse: limited(store.refuse),
      reopen: limited(store.reopen),
      remove: limited(store.remove),
    },
    slowDown: (ms: number) => void (slowUntil = timers.now() + ms),
  }
}

const isBusy = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status)

/** A closed tab receives nothing. */
function whileOpen<T extends object>(listener: T, isOpen: () => boolean): T {
  return Object.fromEntries(
    Object.entries(listener).map(([name, hear]) => [
      name,
      (...given: unknown[]) => (isOpen() ? (hear as (...all: unknown[]) => unknown)(...given) : undefined),
    ]),
  ) as T
}
