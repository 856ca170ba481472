// Random actions of people in the chat: open, read, scroll, write, reply, mention, edit, leave, and now and then changes of the
// trip's chats and people, and of groups.

import * as contract from '#core/chat/contract.ts'
import { EVERYBODY, type Mention } from '#core/chat/mentions.ts'
import { changeTripChat, createTripChat, deleteTripChat } from '#core/chat/tripChatContract.ts'
import { inviteToTrip, leaveTrip, removeParticipant } from '#core/trips/contract.ts'
import { messagesIn } from '#web/chat/engine/timeline/messageChunks.ts'
import { shownRange } from '#web/chat/engine/timeline/timeline.ts'
import type { SeededRandom } from '#tests/simulator/seededRandom.ts'
import type { Device, SimulatedTab } from '#tests/simulator/device.ts'

export interface ChatScenario {
  tripId: string
  /** Ids of all people; the first organizes the trip. */
  people: readonly string[]
}

type Act = (tab: SimulatedTab, device: Device, random: SeededRandom, scenario: ChatScenario) => void

/** The acts, each with its relative frequency. */
const weightedActions: readonly [number, Act][] = [
  [10, open],
  [26, send],
  [2, burst],
  [6, answer],
  [6, change],
  [5, mention],
  [2, mentionInEdit],
  [6, react],
  [2, remove],
  [8, scrollUp],
  [8, toTheEnd],
  [3, type],
  [4, leave],
  [3, tryRefusedAgain],
  [1, discardRefused],
  [2, changeChats],
  [2, changePeople],
  [3, changeGroup],
  [1, startAnother],
]
const all = weightedActions.reduce((sum, [weight]) => sum + weight, 0)

/** Does one random act in one of the device's tabs. */
export function doRandomAction(device: Device, random: SeededRandom, scenario: ChatScenario): void {
  const tab = random.of(device.tabs)
  if (!tab.chat) return
  let left = random.below(all)
  for (const [weight, one] of weightedActions) {
    left -= weight
    if (left < 0) return one(tab, device, random, scenario)
  }
}

function open(tab: SimulatedTab, _: Device, random: SeededRandom): void {
  const known = tab.state.list.conversations
  if (known.length > 0) tab.show(random.of(known).id)
}

function send(tab: SimulatedTab, device: Device, random: SeededRandom, scenario: ChatScenario): void {
  if (!tab.open) return open(tab, device, random)
  for (let times = 1 + random.below(2); times > 0; times--) say(tab, device, random, scenario)
}

function burst(tab: SimulatedTab, device: Device, random: SeededRandom, scenario: ChatScenario): void {
  if (tab.open) for (let times = 25; times > 0; times--) say(tab, device, random, scenario)
}

function say(tab: SimulatedTab, { person, sent }: Device, random: SeededRandom, _: ChatScenario): void {
  tab.isAtEnd = true
  tab.chat!.send(tab.open!.id, `${person.username} ${sent.length}${random.is(0.02) ? ' \u0000' : ''}`)
}

function confirmed(tab: SimulatedTab) {
  const { timeline } = tab.state.open[tab.open!.id]!
  const range = shownRange(timeline)
  return range ? messagesIn(timeline.chunks, range) : []
}

function answer(tab: SimulatedTab, device: Device, random: SeededRandom): void {
  if (!tab.open) return
  const messages = confirmed(tab)
  if (messages.length === 0) return
  tab.isAtEnd = true
  tab.chat!.send(tab.open.id, `${device.person.username} answers`, random.of(messages).id)
}

function change(tab: SimulatedTab, device: Device, random: SeededRandom): void {
  if (!tab.open) return
  const own = confirmed(tab).filter(({ sender }) => sender.id === device.person.id)
  if (own.length === 0) return
  const message = random.is(0.5) ? own.at(-1)! : random.of(own)
  tab.chat!.edit(tab.open.id, message.id, `${message.content.slice(0, 20)} ${random.below(100)}`)
}

/** One of the people of the open conversation, or somebody who has left it meanwhile, or everybody. */
function mentionOf(random: SeededRandom, { people }: ChatScenario, start = 0): Mention[] {
  return [{ start, length: 4, userId: random.of([...people, EVERYBODY]) }]
}

function mention(tab: SimulatedTab, device: Device, random: SeededRandom, scenario: ChatScenario): void {
  if (!tab.open) return
  tab.isAtEnd = true
  const content = `@you ${device.person.username} ${device.sent.length}`
  tab.chat!.send(tab.open.id, content, null, mentionOf(random, scenario))
}

/** Of any own message, so also of one that others have not read. */
function mentionInEdit(
  tab: SimulatedTab,
  device: Device,
  random: SeededRandom,
  scenario: ChatScenario,
): void {
  if (!tab.open) return
  const own = confirmed(tab).filter(({ sender }) => sender.id === device.person.id)
  if (own.length === 0) return
  const mentions = random.is(0.7) ? mentionOf(random, scenario) : []
  tab.chat!.edit(tab.open.id, random.of(own.slice(-5)).id, `@you ${random.below(100)}`, mentions)
}

const emoji = ['👍', '❤️', '😂']

function react(tab: SimulatedTab, _: Device, random: SeededRandom): void {
  if (!tab.open) return
  const messages = confirmed(tab)
  if (messages.length === 0) return
  tab.chat!.react(tab.open.id, random.of(messages.slice(-5)).id, random.of(emoji), random.is(0.6))
}

function remove(tab: SimulatedTab, device: Device, random: SeededRandom): void {
  if (!tab.open) return
  const own = confirmed(tab).filter(({ sender }) => sender.id === device.person.id)
  if (own.length > 0) tab.chat!.delete(tab.open.id, random.of(own).id)
}

function scrollUp(tab: SimulatedTab): void {
  if (!tab.open) return
  tab.isAtEnd = false
  tab.open.conversation.loadOlder()
  tab.look()
}

function toTheEnd(tab: SimulatedTab): void {
  if (!tab.open) return
  tab.isAtEnd = true
  tab.open.conversation.toEnd()
  tab.look()
}

function type(tab: SimulatedTab): void {
  if (tab.open) tab.chat!.typed(tab.open.id, 'half a wor')
}

function leave(tab: SimulatedTab): void {
  tab.leave()
}

function refusedIn({ queue }: SimulatedTab) {
  return queue.commands().filter(({ state }) => state === 'refused')
}

function tryRefusedAgain(tab: SimulatedTab, _: Device, random: SeededRandom): void {
  const refused = refusedIn(tab)
  if (refused.length > 0) tab.queue.retry(random.of(refused).key)
}

function discardRefused(tab: SimulatedTab, { sent }: Device, random: SeededRandom): void {
  const refused = refusedIn(tab)
  if (refused.length === 0) return
  const { key } = random.of(refused)
  const record = sent.find((one) => one.key === key)
  if (record) record.wasDiscarded = true
  tab.queue.discard(key)
}

function changeChats(tab: SimulatedTab, _: Device, random: SeededRandom, { tripId }: ChatScenario): void {
  const chats = tab.state.list.conversations.filter((one) => one.type === 'trip_chat')
  const which = random.below(4)
  if (which === 0)
    return tab.command(createTripChat, { tripId }, { name: `Chat ${random.below(100)}` }, tripId)
  if (chats.length === 0) return
  const params = { tripId, chatId: random.of(chats).id }
  // One chat always stays, so that there is a conversation.
  if (which === 1 && chats.length > 1) return tab.command(deleteTripChat, params, undefined, tripId)
  tab.command(changeTripChat, params, { name: `Chat ${random.below(100)}` }, tripId)
}

function changePeople(
  tab: SimulatedTab,
  { person }: Device,
  random: SeededRandom,
  { tripId, people }: ChatScenario,
): void {
  const [organizer, ...others] = people
  const userId = random.of(others)
  if (person.id !== organizer) {
    if (random.is(0.2)) tab.command(leaveTrip, { tripId }, undefined, tripId)
    return
  }
  if (random.is(0.6)) tab.command(inviteToTrip, { tripId }, { userIds: others }, tripId)
  else tab.command(removeParticipant, { tripId, userId }, undefined, tripId)
}

/** Its organizer always stays, so that somebody can read all of it. */
function changeGroup(
  tab: SimulatedTab,
  { person }: Device,
  random: SeededRandom,
  { people }: ChatScenario,
): void {
  const groups = tab.state.list.conversations.filter((one) => one.type === 'group')
  if (groups.length === 0) return
  const { id: conversationId, participants } = random.of(groups)
  const params = { conversationId }
  const isOrganizer = participants.some(({ id, role }) => id === person.id && role === 'organizer')
  if (!isOrganizer) {
    if (random.is(0.2)) tab.command(contract.leaveGroup, params, undefined, conversationId)
    return
  }
  const others = people.filter((id) => id !== person.id)
  const which = random.below(3)
  if (which === 0)
    tab.command(contract.changeGroup, params, { name: `Group ${random.below(100)}` }, conversationId)
  else if (which === 1) tab.command(contract.addToGroup, params, { participant_ids: others }, conversationId)
  else
    tab.command(contract.removeFromGroup, { ...params, userId: random.of(others) }, undefined, conversationId)
}

function startAnother(
  tab: SimulatedTab,
  { person }: Device,
  random: SeededRandom,
  { people }: ChatScenario,
): void {
  const others = people.filter((id) => id !== person.id)
  const body = random.is(0.5)
    ? { type: 'direct', participant_ids: [random.of(others)] }
    : { type: 'group', name: `Group ${random.below(100)}`, participant_ids: others }
  tab.command(contract.startConversation, {}, body, 'conversations')
}
