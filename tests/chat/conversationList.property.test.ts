// After any pushes and responses in any order, a list that has fetched everything it marks as uncertain equals the
// server's list.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import {
  type ConversationModel,
  ann,
  ben,
  conversationModel,
  ticking,
} from '#tests/chat/conversationModel.ts'

const TRIP = 'trip'

/** A conversation on the server. */
interface Kept {
  id: string
  name: string
  tripId: string | null
  model: ConversationModel
  readSeq: number
  renamedAt: string
}

const weights = {
  say: 5,
  sayMyself: 2,
  edit: 4,
  readElsewhere: 4,
  readHere: 2,
  createChat: 1,
  renameChat: 1,
  deleteChat: 1,
  leaveTrip: 1,
  joinTrip: 1,
  startGroup: 1,
  push: 12,
  losePushes: 1,
  ask: 4,
  serve: 6,
  arrive: 6,
}
type Do = keyof typeof weights

const step = fc.record({
  do: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Do) })),
  ),
  which: fc.oneof(fc.constant(0), fc.nat(1000)),
  again: fc.boolean(),
})
type Step = { do: Do; which: number; again: boolean }

type Push = (list: ConversationList) => ConversationList
type Asked = { id: string | null; serve: () => void; arrive: (() => void) | null }

function play(steps: readonly Step[]) {
  const kept = new Map<string, Kept>()
  let onTrip = true
  const stamp = ticking()
  let made = 0
  let list = lists.emptyList(ann.id)
  let pushes: Push[] = []
  let asked: Asked[] = []
  let isMissingNews = false

  const mine = () => [...kept.values()].filter(({ tripId }) => tripId === null || onTrip)
  const pick = (which: number, all = mine()): Kept | undefined => all[which % (all.length || 1)]
  const make = (name: string, tripId: string | null): Kept => {
    const model = conversationModel(stamp)
    const one = { id: `${name} ${++made}`, name, tripId, model, readSeq: 0, renamedAt: stamp() }
    kept.set(one.id, one)
    return one
  }
  const tellMessage = ({ id, tripId }: Kept, message: MessageResponse) => {
    if (tripId === null || onTrip) pushes.push((at) => lists.withNewMessage(at, id, message, tripId))
  }
  const tellChat = ({ id, name, tripId }: Kept) => {
    const chat = { id, name, description: null } as ConversationResponse
    pushes.push((at) => lists.withTripChat(at, { trip_id: tripId!, chat: chat as never }))
  }
  const read = (one: Kept, seq: number) => {
    if (seq <= one.readSeq) return
    one.readSeq = seq
    pushes.push((at) => lists.withReadUpTo(at, one.id, seq))
  }

  const acts: Record<Do, (step: Step) => void> = {
    say({ which }) {
      const one = pick(which)
      if (one) tellMessage(one, one.model.say(ben, 'ben says'))
    },
    sayMyself({ which }) {
      const one = pick(which)
      if (one) tellMessage(one, one.model.say(ann, 'ann says'))
    },
    edit({ which }) {
      const one = pick(which)
      const length = one?.model.messages.length ?? 0
      if (!one || length === 0) return
      // Also older ones, and a mention alone.
      const mentions = which % 3 === 0 ? [] : [{ start: 0, length: 4, userId: ann.id }]
      tellMessage(one, one.model.edit(Math.max(1, length - (which % 4)), `@ann ${which % 2}`, mentions))
    },
    readElsewhere({ which }) {
      const one = pick(which)
      if (one) read(one, Math.max(0, one.model.messages.length - (which % 3)))
    },
    readHere({ which }) {
      // What is visible on this device is marked as read at once, here and on the server.
      const shown = lists.toConversations(list)
      const entry = shown[which % (shown.length || 1)]
      if (!entry || entry.last_seq === 0) return
      list = lists.withReadUpTo(list, entry.id, entry.last_seq)
      const one = kept.get(entry.id)
      if (one) read(one, entry.last_seq)
    },
    createChat() {
      if (onTrip) tellChat(make('chat', TRIP))
    },
    renameChat({ which }) {
      const chat = pick(
        which,
        mine().filter(({ tripId }) => tripId !== null),
      )
      if (!chat) return
      Object.assign(chat, { name: `renamed ${which}`, renamedAt: stamp() })
      tellChat(chat)
    },
    deleteChat({ which }) {
      const chat = pick(
        which,
        mine().filter(({ tripId }) => tripId !== null),
      )
      if (!chat) return
      kept.delete(chat.id)
      pushes.push((at) => lists.withoutTripChat(at, { trip_id: TRIP, chat_id: chat.id }))
    },
    leaveTrip() {
      if (!onTrip) return
      onTrip = false
      pushes.push((at) => lists.withParticipantRemoved(at, { trip_id: TRIP, user_id: ann.id }))
    },
    joinTrip() {
      if (onTrip) return
      onTrip = true
      pushes.push(lists.withStaleList)
    },
    // A new group is not published before its first message.
    startGroup() {
      const group = make('group', null)
      tellMessage(group, group.model.say(ben, 'hello'))
    },
    push({ which, again }) {
      const index = which % (pushes.length || 1)
      const push = pushes[index]
      if (!push) return
      if (!again) pushes.splice(index, 1)
      list = push(list)
    },
    losePushes() {
      isMissingNews ||= pushes.length > 0
      pushes = []
    },
    ask() {
      const { clock } = list
      const wanted = lists.findStaleParts(list)
      const isUnderWay = (id: string | null) => asked.some((one) => one.id === id)
      if (wanted.list && !isUnderWay(null)) {
        const request: Asked = {
          id: null,
          arrive: null,
          serve() {
            const response = { conversations: get(), hasMore: false }
            this.arrive = () => (list = lists.withNewestPage(list, clock, response))
          },
        }
        asked.push(request)
      }
      for (const id of wanted.ids.filter((one) => !isUnderWay(one)))
        asked.push({
          id,
          arrive: null,
          serve() {
            const response = get().find((one) => one.id === id)
            this.arrive = () =>
              (list = response
                ? lists.withFetchedConversation(list, clock, response)
                : lists.withoutMissing(list, clock, id))
          },
        })
    },
    serve({ which }) {
      const open = asked.filter(({ arrive }) => !arrive)
      open[which % (open.length || 1)]?.serve()
    },
    arrive({ which }) {
      const served = asked.filter(({ arrive }) => arrive)
      const one = served[which % (served.length || 1)]
      asked = asked.filter((other) => other !== one)
      one?.arrive?.()
    },
  }

  /** GET /conversations */
  const get = (): ConversationResponse[] =>
    mine()
      .map(answerOf)
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))

  for (const one of steps) acts[one.do](one)

  // At rest: the newest push is delivered first.
  const act = (what: Do, which = 0) => acts[what]({ do: what, which, again: false })
  if (isMissingNews) list = lists.withStaleList(list)
  while (pushes.length > 0) act('push', pushes.length - 1)
  for (
    let rounds = 0;
    asked.length > 0 || lists.findStaleParts(list).list || lists.findStaleParts(list).ids.length > 0;
    rounds++
  ) {
    if (rounds > 100) throw new Error('It asks for ever')
    if (asked.length === 0) act('ask')
    while (asked.length > 0) {
      act('serve')
      act('arrive')
    }
  }
  return { list, server: get() }
}

function answerOf({ id, name, tripId, model: { messages }, readSeq, renamedAt }: Kept): ConversationResponse {
  const last = messages.at(-1)
  const unread = messages.filter(({ seq, sender }) => seq > readSeq && sender.id !== ann.id)
  return {
    id,
    type: tripId === null ? 'group' : 'trip_chat',
    trip_id: tripId,
    name,
    description: null,
    avatar_url: null,
    participants: [],
    unread_count: unread.length,
    mention_count: unread.filter(({ mentions = [] }) => mentions.length > 0).length,
    message_count: messages.length,
    updated_at: last && last.created_at > renamedAt ? last.created_at : renamedAt,
    last_message: last
      ? {
          id: last.id,
          content: last.content,
          message_type: last.message_type,
          sender: last.sender,
          created_at: last.created_at,
        }
      : null,
    last_seq: messages.length,
  }
}

test('After any responses and pushes, doubled, late, reordered or lost, the list equals the server’s', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const { list, server } = play(steps)
      expect(lists.toConversations(list)).toEqual(server)
    }),
    { numRuns: 1000 },
  )
})
