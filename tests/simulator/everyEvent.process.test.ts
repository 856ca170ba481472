// Each socket event in each way it can arrive or fail to arrive: in the end a device equals a fresh GET response. The
// simulator combines many events; these tests name the failing one.

import { describe, expect, test } from 'vitest'
import * as chats from '#core/chat/contract.ts'
import { changeTripChat, createTripChat, deleteTripChat } from '#core/chat/tripChatContract.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import { type Endpoint, type Params, endpointPath } from '#core/kernel/endpoint.ts'
import { idFrom } from '#core/kernel/ids.ts'
import * as trips from '#core/trips/contract.ts'
import type { Session } from '#api/platform/http/route.ts'
import { type VirtualTime, virtualTime } from '#tests/support/virtualTime.ts'
import { violationsAtRest } from '#tests/simulator/atRest.ts'
import { seededRandom } from '#tests/simulator/seededRandom.ts'
import { type Device, createDevice } from '#tests/simulator/device.ts'
import { withGlobalTime } from '#tests/simulator/globalTime.ts'
import type { Fault, FaultInjector } from '#tests/simulator/faults.ts'
import { createNetwork } from '#tests/simulator/network.ts'
import { createServerHost } from '#tests/simulator/serverHost.ts'

/** Events that are published and never stored, so no GET response has them. */
type Passing =
  | 'authenticated'
  | 'auth_error'
  | 'error'
  | 'conversation_joined'
  | 'conversation_left'
  | 'user_typing'
  | 'trip:typing'
type Kept = Exclude<keyof ServerEvents, Passing>

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Ann acts, Ben has the device, Cho is on the trip at first and Dee is not. */
const [ann, ben, cho, dee] = ['ann', 'ben', 'cho', 'dee'].map(personOf) as [
  Session,
  Session,
  Session,
  Session,
]
/** More chats than any case deletes. */
const SPARE_CHATS = 8

/** What others do, directly on the server; each act can be repeated. */
interface Acts {
  say(conversationId: string): Promise<{ id: string }>
  edit(conversationId: string): Promise<void>
  /** To the newest message. */
  react(conversationId: string, isSet: boolean): Promise<void>
  /** A message of its own. */
  remove(conversationId: string): Promise<void>
  /** Marks as read on another device of Ben's. */
  read(conversationId: string): Promise<void>
  startGroup(): Promise<string>
  rename(conversationId: string): Promise<void>
  add(conversationId: string, person: Session): Promise<void>
  expel(conversationId: string, person: Session): Promise<void>
  /** Or notifies of all again, in turns. */
  mute(conversationId: string): Promise<void>
  createChat(): Promise<string>
  renameChat(): Promise<void>
  /** Deletes a chat that exists from the beginning. */
  deleteChat(): Promise<void>
  letIn(person: Session): Promise<void>
  takeOut(person: Session): Promise<void>
  /** Ann comes online, goes away, and comes back, in turns. */
  move(): Promise<void>
}
interface Place {
  group: string
  chat: string
}
type Change = (acts: Acts, host: Place) => Promise<unknown>

const changes: Record<Kept, Record<string, Change>> = {
  'conversation:started': { 'of a new group': (acts) => acts.startGroup() },
  'conversation:changed': {
    'of a muted chat': (acts, { group }) => acts.mute(group),
    async 'of oneself'(acts, { group }) {
      await acts.add(group, ben)
      await acts.say(group)
      await acts.expel(group, ben)
    },
  },
  'message:new': {
    'of a new message': (acts, { group }) => acts.say(group),
    'of an edited message': (acts, { group }) => acts.edit(group),
    'of a new name': (acts, { group }) => acts.rename(group),
    async 'of oneself, who is added again'(acts, { group }) {
      await acts.expel(group, ben)
      await acts.say(group)
      await acts.add(group, ben)
    },
    'of the first message in a new group': async (acts) => acts.say(await acts.startGroup()),
  },
  'trip:message': {
    'of a new message': (acts, { chat }) => acts.say(chat),
    'of an edited message': (acts, { chat }) => acts.edit(chat),
  },
  'message:reaction': {
    'of a new reaction': (acts, { group }) => acts.react(group, true),
    async 'of one that is taken back'(acts, { group }) {
      await acts.react(group, true)
      await acts.react(group, false)
    },
    async 'beside an edit'(acts, { group }) {
      await acts.edit(group)
      await acts.react(group, true)
      await acts.react(group, false)
    },
  },
  'message:deleted': {
    'of the last message': (acts, { group }) => acts.remove(group),
    'of a message of a trip’s chat': (acts, { chat }) => acts.remove(chat),
  },
  'message:status': {
    async 'of a read on another device'(acts, { group }) {
      await acts.say(group)
      await acts.read(group)
      await acts.say(group)
    },
  },
  'trip:chat:created': { 'of a new chat': (acts) => acts.createChat() },
  'trip:chat:updated': { 'of a new name': (acts) => acts.renameChat() },
  'trip:chat:deleted': { 'of a deleted chat': (acts) => acts.deleteChat() },
  'trip:participant:added': {
    async 'of another person'(acts) {
      await acts.takeOut(dee)
      await acts.letIn(dee)
    },
    async 'of oneself, with missed messages'(acts, { chat }) {
      await acts.takeOut(ben)
      await acts.say(chat)
      await acts.letIn(ben)
    },
  },
  'trip:participant:removed': {
    async 'of another person'(acts) {
      await acts.letIn(cho)
      await acts.takeOut(cho)
    },
    async 'of oneself'(acts, { chat }) {
      await acts.letIn(ben)
      await acts.say(chat)
      await acts.takeOut(ben)
    },
  },
  user_presence: { 'of who comes and who is away': (acts) => acts.move() },
}

interface Stage {
  time: VirtualTime
  device: Device
  /** The faults that happen each time they can. */
  activeFaults: Set<Fault>
  killServer(): void
  startServer(): void
  change(): Promise<unknown>
  /** The number of times the event was received so far. */
  heard(): number
}

const ways: Record<string, (stage: Stage) => Promise<void>> = {
  async arrives({ change, time, heard }) {
    await change()
    await time.forward(SECOND)
    expect(heard()).toBeGreaterThan(0)
  },
  async 'arrives twice'({ change, time, heard, activeFaults }) {
    activeFaults.add('doublePush')
    await change()
    await time.forward(6 * SECOND)
    expect(heard()).toBeGreaterThan(1)
  },
  async 'arrives late, after a fetch'({ change, time, device, activeFaults }) {
    activeFaults.add('latePush')
    await change()
    await time.forward(200)
    device.resume()
    await time.forward(25 * SECOND)
  },
  async 'arrives in the wrong order'({ change, time, activeFaults }) {
    activeFaults.add('reorderPush')
    for (let times = 5; times > 0; times--) await change()
    await time.forward(SECOND)
  },
  async 'arrives during a fetch'({ change, time, device }) {
    for (let ms = 0; ms <= 300; ms += 50) {
      device.resume()
      await time.forward(ms)
      await change()
      await time.forward(2 * SECOND)
    }
  },
  async 'never arrives, and the page is shown again'({ change, time, device, heard, activeFaults }) {
    activeFaults.add('dropPush')
    await change()
    await time.forward(SECOND)
    expect(heard()).toBe(0)
    await time.forward(MINUTE)
    device.resume()
  },
  async 'is sent while the device is offline'({ change, time, device, heard }) {
    device.goOffline()
    await change()
    await time.forward(MINUTE)
    await change()
    await time.forward(MINUTE)
    expect(heard()).toBe(0)
    device.goOnline()
  },
  async 'is sent while the device sleeps for ten minutes'({ change, time, device }) {
    device.sleep()
    await change()
    await time.forward(10 * MINUTE)
    await change()
    device.wake()
  },
  async 'is lost with a killed server'({ change, time, heard, killServer, startServer }) {
    await change()
    killServer()
    await time.forward(3 * SECOND)
    expect(heard()).toBe(0)
    startServer()
  },
}

const cases = Object.entries(changes).flatMap(([event, kinds]) =>
  Object.entries(kinds).map(([what, change]) => ({ event: event as Kept, what, change })),
)

describe.each(cases)('$event $what', ({ event, change }) => {
  test.each(Object.entries(ways))(
    'A device equals the GET response when the event %s',
    async (_, happens) => {
      expect(await play(event, change, happens, true)).toEqual([])
      expect(await play(event, change, happens, false)).toEqual([])
    },
  )
})

/** @param isOpen on the screen, not only in the list @returns the differences from the GET responses */
function play(event: Kept, change: Change, happens: (stage: Stage) => Promise<void>, isOpen: boolean) {
  const time = virtualTime()
  return withGlobalTime(time, async () => {
    const random = seededRandom(1)
    const activeFaults = new Set<Fault>()
    const none = () => undefined
    const faults: FaultInjector = {
      happens: (fault) => activeFaults.has(fault),
      count: none,
      start: none,
      stop: none,
      counts: {},
    }
    const world = { time, random, faults }
    const host = createServerHost(world, [ann, ben, cho, dee])
    const network = createNetwork(world, host)
    await host.start()
    const ask = (person: Session, path: string, query = '') =>
      host.process()!.answer(person, {
        method: 'GET',
        path,
        query: new URLSearchParams(query),
        body: undefined,
        key: random.uuid(),
      })
    let anns: ((event: string, payload: unknown) => void) | null = null
    let moves = 0
    async function move(): Promise<void> {
      const server = host.process()!
      // A restarted server does not know her connection.
      if (moves++ === 0) anns = server.connect('ann', ann, none)
      else anns!('update_presence', { status: moves % 2 === 0 ? 'away' : 'online' })
      await time.forward(0)
    }
    const { acts, start } = createActs(
      async (by, of, params, body) => {
        const asked = {
          method: of.method,
          path: endpointPath(of, params),
          query: new URLSearchParams(),
          body,
        }
        return (await host.process()!.answer(by, { ...asked, key: random.uuid() })).body
      },
      move,
      random.uuid,
    )
    const scenario = await start(event === 'trip:chat:deleted' ? SPARE_CHATS : 0)

    let heard = 0
    const device = createDevice(
      {
        ...world,
        network: {
          ...network,
          openSocket: (line) => (token, hearer) =>
            network.openSocket(line)(token, {
              ...hearer,
              received(packet) {
                if (packet.event === event) heard += 1
                hearer.received(packet)
              },
            }),
        },
      },
      ben,
    )
    device.signIn()
    const tab = device.openTab()
    await time.forward(2 * SECOND)
    if (isOpen)
      tab.show(event === 'message:new' || event === 'message:status' ? scenario.group : scenario.chat)
    await time.forward(3 * SECOND)
    heard = 0

    await happens({
      time,
      device,
      activeFaults,
      killServer: host.kill,
      startServer: () => void host.start(),
      change: () => change(acts, scenario),
      heard: () => heard,
    })
    activeFaults.clear()
    await time.forward(2 * MINUTE)
    const wrong = await violationsAtRest({ time, devices: [device], ask })
    tab.close()
    host.kill()
    return wrong
  })
}

type CallServer = (by: Session, of: Endpoint, params: Params, body: unknown) => Promise<unknown>

function createActs(call: CallServer, move: Acts['move'], newKey: () => string) {
  let [tripId, chatId, count] = ['', '', 0]
  let isQuiet = false
  const newest = new Map<string, string>()
  const spare: string[] = []
  const acts: Acts = {
    move,
    async say(conversationId) {
      const body = { content: `ann ${++count}`, client_message_id: newKey() }
      const { message } = (await call(ann, chats.sendMessage, { conversationId }, body)) as {
        message: { id: string }
      }
      newest.set(conversationId, message.id)
      return message
    },
    async edit(conversationId) {
      const params = { conversationId, messageId: newest.get(conversationId)! }
      await call(ann, chats.editMessage, params, { content: `edited ${++count}` })
    },
    async react(conversationId, isSet) {
      const params = { conversationId, messageId: newest.get(conversationId)!, emoji: '👍' }
      await call(ann, isSet ? chats.addReaction : chats.removeReaction, params, undefined)
    },
    async remove(conversationId) {
      const before = newest.get(conversationId)
      const { id: messageId } = await this.say(conversationId)
      if (before !== undefined) newest.set(conversationId, before)
      await call(ann, chats.deleteMessage, { conversationId, messageId }, undefined)
    },
    async read(conversationId) {
      await call(ben, chats.markRead, { conversationId }, { message_id: newest.get(conversationId) })
    },
    async startGroup() {
      const body = { type: 'group', name: `Group ${++count}`, participant_ids: [ben.id, cho.id] }
      const answer = await call(ann, chats.startConversation, {}, body)
      return (answer as { conversation: { id: string } }).conversation.id
    },
    async rename(conversationId) {
      await call(ann, chats.changeGroup, { conversationId }, { name: `Renamed ${++count}` })
    },
    async add(conversationId, { id }) {
      await call(ann, chats.addToGroup, { conversationId }, { participant_ids: [id] })
    },
    async expel(conversationId, { id: userId }) {
      await call(ann, chats.removeFromGroup, { conversationId, userId }, undefined)
    },
    async mute(conversationId) {
      isQuiet = !isQuiet
      const body = { level: isQuiet ? 'none' : 'all' }
      await call(ben, chats.muteConversation, { conversationId }, body)
    },
    async createChat() {
      const answer = await call(ann, createTripChat, { tripId }, { name: `Chat ${++count}` })
      return (answer as { chat: { id: string } }).chat.id
    },
    async renameChat() {
      await call(ann, changeTripChat, { tripId, chatId }, { name: `Renamed ${++count}` })
    },
    async deleteChat() {
      await call(ann, deleteTripChat, { tripId, chatId: spare.pop()! }, undefined)
    },
    async letIn(person) {
      await call(ann, trips.inviteToTrip, { tripId }, { userIds: [person.id] })
    },
    async takeOut(person) {
      await call(ann, trips.removeParticipant, { tripId, userId: person.id }, undefined)
    },
  }
  async function start(spareChats: number): Promise<Place> {
    const plan = { title: 'Kyoto', destination: 'Japan', startDate: '2026-06-01', endDate: '2026-06-08' }
    const answer = await call(ann, trips.planTrip, {}, { ...plan, inviteUserIds: [ben.id, cho.id] })
    tripId = (answer as { trip: { id: string } }).trip.id
    for (let times = spareChats; times > 0; times--) spare.push(await acts.createChat())
    chatId = await acts.createChat()
    const group = await acts.startGroup()
    for (const id of [chatId, group]) for (let times = 3; times > 0; times--) await acts.say(id)
    return { group, chat: chatId }
  }
  return { acts, start }
}

function personOf(username: string): Session {
  const id = idFrom('person', username)
  return { id, username, sid: id, email: null, isAdmin: false, expiresAt: Infinity }
}
