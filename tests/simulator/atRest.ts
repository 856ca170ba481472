// The rules that must hold when the network is at rest: no message lost, doubled or out of order, every pending command visible,
// and every list equal to the server's.

import { type ConversationResponse, type MessageResponse, sendMessage } from '#core/chat/contract.ts'
import type { User } from '#core/people/contract.ts'
import { messagesIn } from '#web/chat/engine/timeline/messageChunks.ts'
import { shownRange } from '#web/chat/engine/timeline/timeline.ts'
import { rowsOf } from '#web/chat/engine/timeline/timelineRows.ts'
import type { Session } from '#api/platform/http/route.ts'
import type { VirtualTime } from '#tests/support/virtualTime.ts'
import type { Device, SimulatedTab } from '#tests/simulator/device.ts'
import type { Reply } from '#tests/simulator/server.ts'

/** Requests from the server directly, without the network. */
export type AskServer = (person: Session, path: string, query?: string) => Promise<Reply>

interface Rest {
  time: VirtualTime
  devices: readonly Device[]
  ask: AskServer
}

/** One sentence for each rule that does not hold. */
export async function violationsAtRest({ time, devices, ask }: Rest): Promise<string[]> {
  const wrong: string[] = []
  const streams = new Map<string, MessageResponse[]>()

  async function streamOf(person: Session, id: string): Promise<MessageResponse[]> {
    // Who was added to a group later reads less of it.
    const key = `${person.id} ${id}`
    const known = streams.get(key)
    if (known) return known
    const messages: MessageResponse[] = []
    for (let hasMore = true; hasMore;) {
      const before = messages[0] ? `&before_id=${messages[0].id}` : ''
      const { status, body } = await ask(person, `/conversations/${id}/messages`, `limit=100${before}`)
      if (status !== 200) {
        wrong.push(`${person.username} has ${id} open or listed, and the server answers ${status}`)
        return []
      }
      const page = body as { messages: MessageResponse[]; has_more: boolean }
      messages.unshift(...page.messages)
      hasMore = page.has_more
    }
    streams.set(key, messages)
    return messages
  }

  for (const device of devices) {
    const { body } = await ask(device.person, '/users')
    const { data } = body as { data: User[] }
    for (const { who, tab } of tabsOf(device)) checkPresence(who, tab, data)
  }
  // Scrolling to the end of an open conversation marks it as read on all devices, so the lists are compared before.
  for (const device of devices) {
    const conversations = await conversationsOf(device.person)
    for (const { who, tab } of tabsOf(device)) await checkList(who, tab, conversations)
  }
  for (const device of devices) {
    const { person } = device
    for (const { who, tab } of tabsOf(device)) await checkOpen(who, tab, person)
    for (const { id } of await conversationsOf(person)) checkStream(id, await streamOf(person, id))
  }
  // Who was added to a group again finds their earlier messages with the others only.
  for (const device of devices) checkSent(device)
  checkNothingElse()
  return wrong

  async function conversationsOf(person: Session): Promise<ConversationResponse[]> {
    const { body } = await ask(person, '/conversations', 'limit=100')
    return (body as { conversations: ConversationResponse[] }).conversations
  }

  function tabsOf({ person, tabs }: Device): { who: string; tab: SimulatedTab }[] {
    return tabs.map((tab, at) => ({ who: `${person.username}, tab ${at + 1}`, tab }))
  }

  function checkPresence(who: string, { state }: SimulatedTab, users: User[]): void {
    const [here, server] = [new Map<string, unknown>(), new Map<string, unknown>()]
    for (const { id, username, status } of users) {
      here.set(username, state.presences[id]?.status)
      server.set(username, status)
    }
    differ(`${who}: who is here`, Object.fromEntries(here), Object.fromEntries(server))
  }

  /** Scrolls down to the oldest conversation. */
  async function checkList(
    who: string,
    { chat, state: { list } }: SimulatedTab,
    conversations: ConversationResponse[],
  ): Promise<void> {
    for (let pages = 0; pages < 10 && list.hasMore; pages++) {
      void chat!.loadMore()
      await time.forward(1000)
    }
    differ(`${who}: the list of conversations`, list.conversations, conversations)
  }

  async function checkOpen(who: string, tab: SimulatedTab, person: Session): Promise<void> {
    if (!tab.open) return
    const { id, conversation } = tab.open
    if (tab.state.open[id]!.status === 'gone') {
      const { status } = await ask(person, `/conversations/${id}`)
      if (status === 200) wrong.push(`${who}: ${id} is open and is said to be gone, which it is not`)
      return
    }
    const stream = await streamOf(person, id)
    await scrollThrough(tab)
    const { timeline, error } = tab.state.open[id]!
    const range = shownRange(timeline)
    const { epoch, unchecked, ranges, lastSeq } = timeline
    const state = JSON.stringify({ epoch, unchecked, ranges, lastSeq, error })
    differ(
      `${who}: the messages of ${id} (${state})`,
      range ? messagesIn(timeline.chunks, range) : [],
      stream,
    )
    const rows = rowsOf(timeline, { me: person, dayOf: () => '' })
    const keys = rows.map(({ key }) => key)
    if (new Set(keys).size < keys.length) wrong.push(`${who}: something is shown twice in ${id}`)
    for (const row of rows)
      if (row.type === 'message' && (row.status === 'sending' || row.status === 'waiting'))
        wrong.push(`${who}: ${row.content} still says ${row.status}`)
    const isShown = new Set(keys)
    for (const command of tab.queue.commands())
      if (command.lane === id && command.endpoint.path === sendMessage.path && !isShown.has(command.id))
        wrong.push(`${who}: ${command.key} says ${command.state} and is not shown`)
    const unread = unreadOf(tab, id)
    tab.isAtEnd = true
    conversation.toEnd()
    tab.look()
    await time.forward(5000)
    const after = unreadOf(tab, id)
    if (after !== 0)
      wrong.push(`${who}: looks at the end of ${id} and has ${after} unread (${unread} before)`)
  }

  /** Scrolls up past every message to the first. */
  async function scrollThrough({ open, state, isAtEnd }: SimulatedTab): Promise<void> {
    const { id, conversation } = open!
    for (let steps = 0; steps < 200; steps++) {
      conversation.setVisibleRange({ from: 1, to: Number.MAX_SAFE_INTEGER, readTo: 0, isAtEnd })
      await time.forward(500)
      const { timeline } = state.open[id]!
      const range = shownRange(timeline)
      const isWhole =
        timeline.lastSeq === 0 || (range?.from === timeline.firstSeq && range.to === timeline.lastSeq)
      if (isWhole && timeline.unchecked.length === 0) return
      if (isWhole) continue
      if (range?.from !== timeline.firstSeq) conversation.loadOlder()
      else conversation.loadNewer()
      await time.forward(500)
    }
  }

  function checkStream(id: string, messages: readonly MessageResponse[]): void {
    const given = messages.flatMap(({ client_message_id: key }) => key ?? [])
    if (new Set(given).size < given.length) wrong.push(`${id}: a message is there twice`)
    if (messages.some(({ seq }, at) => seq !== messages[0]!.seq + at))
      wrong.push(`${id}: the numbers have a gap`)
    if (messages.some(({ created_at: at }, index) => at < (messages[index - 1]?.created_at ?? '')))
      wrong.push(`${id}: a message is earlier than the one before it`)
  }

  function checkSent({ person, sent, tabs, wasStorageSlow }: Device): void {
    const places = new Map([...streams.values()].flat().map(({ client_message_id: key, seq }) => [key, seq]))
    for (const tab of tabs)
      for (const { key, state } of tab.queue.commands())
        if (state !== 'refused') wrong.push(`${person.username}: ${key} still says ${state}`)
    const newest = new Map<string, number>()
    for (const { key, conversationId, wasRefused, wasDiscarded, tab } of sent) {
      const seq = places.get(key)
      const command = tabs[0]!.queue.commands().find((one) => one.key === key)
      const isReadable = streams.has(`${person.id} ${conversationId}`)
      if (seq === undefined && !command && !wasDiscarded && isReadable)
        wrong.push(`${person.username}: a message to ${conversationId} is lost`)
      // Only a tab that has the conversation open and may read it knows that the message is stored.
      const isSeen = tabs.some(
        ({ open, state }) => open?.id === conversationId && state.open[open.id]!.status !== 'gone',
      )
      if (seq !== undefined && command && isSeen)
        wrong.push(`${person.username}: ${key} is stored and said to be refused`)
      if (seq === undefined || wasRefused) continue
      const sequence = wasStorageSlow() ? `${conversationId} ${tab}` : conversationId
      if (seq < (newest.get(sequence) ?? 0))
        wrong.push(`${person.username}: their messages in ${conversationId} are out of order`)
      newest.set(sequence, seq)
    }
  }

  /** Every stored message was sent, and is stored once: checkStream has found each key once. */
  function checkNothingElse(): void {
    const known = new Set(devices.flatMap(({ sent }) => sent.map(({ key }) => key)))
    const senders = new Set(devices.map(({ person }) => person.id))
    for (const message of [...streams.values()].flat()) {
      const { sender, client_message_id: key, seq, conversation_id: id, message_type: type } = message
      if (type !== 'system' && senders.has(sender.id) && (key === null || !known.has(key)))
        wrong.push(`${sender.username}: message ${seq} of ${id} was sent once and stored again`)
    }
  }

  function differ(what: string, given: unknown, wanted: unknown): void {
    const [one, other] = [JSON.stringify(given), JSON.stringify(wanted)]
    if (one === other) return
    let at = 0
    while (one[at] === other[at]) at += 1
    const around = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
    wrong.push(`${what}\n    here:   …${around(one)}…\n    server: …${around(other)}…`)
  }
}

const unreadOf = ({ state }: SimulatedTab, id: string): number | undefined =>
  state.list.conversations.find((one) => one.id === id)?.unread_count
