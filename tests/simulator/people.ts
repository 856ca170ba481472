// What people do with the chat, by chance: open, read, scroll, write, answer, change, leave; and now and then change
// the chats and the people of their trip.

import { changeTripChat, createTripChat, deleteTripChat, startConversation } from '#core/chat/contract.ts'
import { inviteToTrip, leaveTrip, removeParticipant } from '#core/trips/contract.ts'
import { messagesIn } from '#web/chat/messageChunks.ts'
import { shownRange } from '#web/chat/timeline.ts'
import type { Chance } from '#tests/simulator/chance.ts'
import type { Device, SimulatedTab } from '#tests/simulator/device.ts'

export interface Scene {
  tripId: string
  /** Ids of all people; the first organizes the trip. */
  people: readonly string[]
}

type Act = (tab: SimulatedTab, device: Device, chance: Chance, scene: Scene) => void

/** Each with how often in comparison. */
const acts: readonly [number, Act][] = [
  [10, open],
  [26, send],
  [2, burst],
  [6, answer],
  [6, change],
  [8, scrollUp],
  [8, toTheEnd],
  [3, type],
  [4, leave],
  [3, tryRefusedAgain],
  [1, discardRefused],
  [2, changeChats],
  [2, changePeople],
  [1, startAnother],
]
const all = acts.reduce((sum, [weight]) => sum + weight, 0)

/** Does one thing in one of the device's tabs. */
export function act(device: Device, chance: Chance, scene: Scene): void {
  const tab = chance.of(device.tabs)
  if (!tab.chat) return
  let left = chance.below(all)
  for (const [weight, one] of acts) {
    left -= weight
    if (left < 0) return one(tab, device, chance, scene)
  }
}

function open(tab: SimulatedTab, _: Device, chance: Chance): void {
  const known = tab.state.list.conversations
  if (known.length > 0) tab.show(chance.of(known).id)
}

function send(tab: SimulatedTab, device: Device, chance: Chance, scene: Scene): void {
  if (!tab.open) return open(tab, device, chance)
  for (let times = 1 + chance.below(2); times > 0; times--) say(tab, device, chance, scene)
}

function burst(tab: SimulatedTab, device: Device, chance: Chance, scene: Scene): void {
  if (tab.open) for (let times = 25; times > 0; times--) say(tab, device, chance, scene)
}

function say(tab: SimulatedTab, { person, sent }: Device, chance: Chance, _: Scene): void {
  tab.isAtEnd = true
  tab.chat!.send(tab.open!.id, `${person.username} ${sent.length}${chance.is(0.02) ? ' \u0000' : ''}`)
}

function confirmed(tab: SimulatedTab) {
  const { timeline } = tab.state.open[tab.open!.id]!
  const range = shownRange(timeline)
  return range ? messagesIn(timeline.chunks, range) : []
}

function answer(tab: SimulatedTab, device: Device, chance: Chance): void {
  if (!tab.open) return
  const messages = confirmed(tab)
  if (messages.length === 0) return
  tab.isAtEnd = true
  tab.chat!.send(tab.open.id, `${device.person.username} answers`, chance.of(messages).id)
}

function change(tab: SimulatedTab, device: Device, chance: Chance): void {
  if (!tab.open) return
  const own = confirmed(tab).filter(({ sender }) => sender.id === device.person.id)
  if (own.length === 0) return
  const message = chance.is(0.5) ? own.at(-1)! : chance.of(own)
  tab.chat!.edit(tab.open.id, message.id, `${message.content.slice(0, 20)} ${chance.below(100)}`)
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
  return queue.items().filter(({ state }) => state === 'refused')
}

function tryRefusedAgain(tab: SimulatedTab, _: Device, chance: Chance): void {
  const refused = refusedIn(tab)
  if (refused.length > 0) tab.queue.retry(chance.of(refused).key)
}

function discardRefused(tab: SimulatedTab, { sent }: Device, chance: Chance): void {
  const refused = refusedIn(tab)
  if (refused.length === 0) return
  const { key } = chance.of(refused)
  const record = sent.find((one) => one.key === key)
  if (record) record.wasDiscarded = true
  tab.queue.discard(key)
}

function changeChats(tab: SimulatedTab, _: Device, chance: Chance, { tripId }: Scene): void {
  const chats = tab.state.list.conversations.filter((one) => one.type === 'trip_chat')
  const which = chance.below(4)
  if (which === 0)
    return tab.command(createTripChat, { tripId }, { name: `Chat ${chance.below(100)}` }, tripId)
  if (chats.length === 0) return
  const params = { tripId, chatId: chance.of(chats).id }
  // One of them stays, so that there is something to talk in.
  if (which === 1 && chats.length > 1) return tab.command(deleteTripChat, params, undefined, tripId)
  tab.command(changeTripChat, params, { name: `Chat ${chance.below(100)}` }, tripId)
}

function changePeople(
  tab: SimulatedTab,
  { person }: Device,
  chance: Chance,
  { tripId, people }: Scene,
): void {
  const [organizer, ...others] = people
  const userId = chance.of(others)
  if (person.id !== organizer) {
    if (chance.is(0.2)) tab.command(leaveTrip, { tripId }, undefined, tripId)
    return
  }
  if (chance.is(0.6)) tab.command(inviteToTrip, { tripId }, { userIds: others }, tripId)
  else tab.command(removeParticipant, { tripId, userId }, undefined, tripId)
}

function startAnother(tab: SimulatedTab, { person }: Device, chance: Chance, { people }: Scene): void {
  const others = people.filter((id) => id !== person.id)
  const body = chance.is(0.5)
    ? { type: 'direct', participant_ids: [chance.of(others)] }
    : { type: 'group', name: `Group ${chance.below(100)}`, participant_ids: others }
  tab.command(startConversation, {}, body, 'conversations')
}
