// The rules of a conversation.

import { describe, expect, it } from 'vitest'
import { authorizeInConversation, authorizeOnTripChat, peopleIn } from '#core/chat/access.ts'
import { type ConversationCommand, conversationStreamType, FOLDED_EVENTS } from '#core/chat/decider.ts'
import type { ConversationEvent, ChatPerson, ReadMark, ReadMarkerEvent } from '#core/chat/events.ts'
import { membershipStreamType } from '#core/chat/membership.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { readMarkerStreamType } from '#core/chat/readMarker.ts'
import { readAt, unreadAfter } from '#core/chat/unread.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent } from '#core/trips/events.ts'
import {
  ann,
  ben,
  cat,
  chatDeleted,
  direct,
  edited,
  group,
  mentionable,
  message,
  send,
  sent,
  tripChat,
} from '#tests/chat/events.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import * as trips from '#tests/trips/events.ts'

const givenTalk = (...events: ConversationEvent[]) => given(conversationStreamType, ...events)
const at = (time: string) => `2026-05-02T${time}:00.000Z`

const start = (type: 'direct' | 'group', ...others: ChatPerson[]): ConversationCommand => ({
  type: 'StartConversation',
  id: 'talk',
  conversationCount: 0,
  by: ann,
  others,
  body:
    type === 'direct'
      ? { type, participant_ids: others.map(({ id }) => id) }
      : { type, name: 'Walkers', description: null, participant_ids: others.map(({ id }) => id) },
})
const edit = (content: string, more: object = {}): ConversationCommand => ({
  type: 'EditMessage',
  message: known,
  content,
  mentions: null,
  mentionable,
  by: ann,
  now: at('11:00'),
  ...more,
})
const known = newMessage(message(1))

describe('a direct conversation', () => {
  it('A direct conversation has exactly two people', () => {
    givenTalk().when(start('direct', ben)).then(direct())
    givenTalk().when(start('direct')).thenRefused('OneOtherPerson')
    givenTalk()
      .when(start('direct', ben, cat))
      .thenRefused('OneOtherPerson')
  })

  it('A direct conversation of a pair exists once: a repeated start returns it, and a third person cannot be added', () => {
    givenTalk(direct()).when(start('direct', ben)).then()
    givenTalk(direct())
      .when(start('direct', ben, cat))
      .thenRefused('OneOtherPerson')
  })
})

describe('a group', () => {
  const people = Array.from({ length: 50 }, (_, n) => ({ id: `p${n}`, username: `P${n}` }))

  it('A group has 1 to 49 people beside its founder', () => {
    givenTalk()
      .when(start('group', ben, cat))
      .then(group(ben, cat))
    givenTalk()
      .when(start('group', ...people.slice(0, 49)))
      .then(group(...people.slice(0, 49)))
    givenTalk()
      .when(start('group', ...people))
      .thenRefused('TooManyPeople')
    givenTalk().when(start('group')).thenRefused('NobodyElse')
  })
})

it('No number is given twice after an event that was written without regard to the newest message', () => {
  const state = stateAfter(conversationStreamType, direct(), sent(1), sent(2), edited(1, 'Hello'), sent(1))
  expect(state.last.seq).toBe(2)
})

describe('a message', () => {
  it('A message gets the next sequence number and the server’s time', () => {
    givenTalk(direct(), sent(1))
      .when(send('new', 'Hi'))
      .then(sent(2, { id: 'new', content: 'Hi', createdAt: at('11:00') }))
  })

  it('A message is never earlier than the one before it, though the clock was set back', () => {
    givenTalk(direct(), sent(1, { createdAt: at('12:00') }))
      .when(send('new', 'Hi'))
      .then(sent(2, { id: 'new', content: 'Hi', createdAt: at('12:00') }))
  })

  it('A message sent again under the same id is the same message', () => {
    givenTalk(direct(), sent(1, { content: 'Hi' }), sent(2))
      .when(send('m1', 'Hi'))
      .then()
  })

  it('A message sent again under the same id after an edit is the same message', () => {
    givenTalk(direct(), sent(1, { content: 'Hi' }), edited(1, 'Hello'))
      .when(send('m1', 'Hi'))
      .then()
    givenTalk(direct(), sent(1, { content: 'Hi' }), edited(1, 'Hello'))
      .when(send('m1', 'Hello'))
      .thenRefused('ClientIdReused')
  })

  it('A message with other content or another quoted message cannot reuse an id', () => {
    const before = givenTalk(direct(), sent(1, { content: 'Hi' }), sent(2))
    const quote = { id: 'm2', content: 'Message 2', sender: ann }
    before.when(send('m1', 'Ho')).thenRefused('ClientIdReused')
    before.when(send('m1', 'Hi', { quote, body: { reply_to: 'm2' } })).thenRefused('ClientIdReused')
    const long = 'x'.repeat(4000)
    givenTalk(direct(), sent(1, { content: long }))
      .when(send('m1', long))
      .then()
    givenTalk(direct(), sent(1, { content: long }))
      .when(send('m1', `${long.slice(1)}y`))
      .thenRefused('ClientIdReused')
  })

  it('A message older than the remembered window is recognised through the read model', () => {
    const before = givenTalk(direct(), sent(1))
    const quoted = { id: 'm1', content: 'Message 1', sender: ann }
    before.when(send('old', 'Hi', { earlier: { ...known, id: 'old', content: 'Hi' } })).then()
    before
      .when(send('old', 'Ho', { earlier: { ...known, id: 'old', content: 'Hi' } }))
      .thenRefused('ClientIdReused')
    before
      .when(send('old', 'Hi', { earlier: { ...known, id: 'old', content: 'Hi', replyTo: quoted } }))
      .thenRefused('ClientIdReused')
    // Its first content is no longer known, so any content is accepted.
    before.when(send('old', 'Ho', { earlier: { ...known, id: 'old', content: 'Hi', isEdited: true } })).then()
  })

  it('A reply quotes the message as it reads at that moment', () => {
    const quote = { id: 'm1', content: 'Message 1', sender: ben }
    givenTalk(direct(), sent(1))
      .when(send('new', 'Yes', { quote, body: { reply_to: 'm1' } }))
      .then(sent(2, { id: 'new', content: 'Yes', replyTo: quote, createdAt: at('11:00') }))
    givenTalk(direct())
      .when(send('new', 'Yes', { body: { reply_to: 'elsewhere' } }))
      .thenRefused('NotFound')
  })

  it('A message is text, and other types are refused', () => {
    for (const message_type of ['image', 'file', 'system'] as const)
      givenTalk(direct())
        .when(send('new', 'Hi', { body: { message_type } }))
        .thenRefused('OnlyTextIsSent')
  })

  it('A message to a missing conversation is refused', () => {
    givenTalk().when(send('new', 'Hi')).thenRefused('NotFound')
    givenTalk(tripChat(), chatDeleted()).when(send('new', 'Hi')).thenRefused('NotFound')
    // Of a deleted trip's chat only the deletion event is left.
    givenTalk(chatDeleted()).when(send('new', 'Hi')).thenRefused('NotFound')
  })
})

describe('an edit', () => {
  const last = { seq: 2, at: at('10:00') }

  it('An edit changes the text of a message and keeps its sequence number', () => {
    givenTalk(direct(), sent(1), sent(2))
      .when(edit('Hello'))
      .then(edited(1, 'Hello', last))
  })

  it('Only the author edits a message', () => {
    givenTalk(direct(), sent(1))
      .when(edit('Hello', { by: ben }))
      .thenRefused('NotYourMessage')
    givenTalk(direct())
      .when(edit('Hello', { message: null }))
      .thenRefused('NotFound')
  })

  it('An edit to the present text changes nothing, whatever the read model contains', () => {
    givenTalk(direct(), sent(1)).when(edit('Message 1')).then()
    givenTalk(direct(), sent(1), edited(1, 'Hello')).when(edit('Hello')).then()
    expect(givenTalk(direct(), sent(1), edited(1, 'Hello')).when(edit('Message 1')).events()).toHaveLength(1)
  })

  it('An edit is later than every message and every edit before it, whatever the clock did', () => {
    const noon = { seq: 1, at: at('12:00') }
    const oneLater = '2026-05-02T12:00:00.001Z'
    givenTalk(direct(), sent(1, { createdAt: at('12:00') }))
      .when(edit('Hello'))
      .then(edited(1, 'Hello', noon, oneLater))
    givenTalk(direct(), sent(1, { createdAt: at('12:00') }), edited(1, 'Hello', noon, oneLater))
      .when(edit('Bye'))
      .then(edited(1, 'Bye', noon, '2026-05-02T12:00:00.002Z'))
  })
})

describe('a trip’s chat', () => {
  const changed = (changes: object, last = { seq: 0, at: '' }) =>
    ({ type: 'TripChatChanged', data: { conversationId: 'talk', tripId: 'trip', ...changes, last } }) as const

  it('A trip chat is created once', () => {
    const create = {
      type: 'CreateTripChat',
      id: 'talk',
      tripId: 'trip',
      name: 'Food',
      by: ann,
      chatCount: 0,
    } as const
    givenTalk()
      .when({ ...create, description: null })
      .then(tripChat())
    givenTalk(tripChat())
      .when({ ...create, description: null })
      .then()
    givenTalk(tripChat(), chatDeleted())
      .when({ ...create, description: null })
      .thenRefused('NotFound')
  })

  it('A change of a trip chat applies the given fields only, so two people can change different fields', () => {
    givenTalk(tripChat())
      .when({ type: 'ChangeTripChat', name: 'Drinks' })
      .then(changed({ name: 'Drinks' }))
    givenTalk(tripChat())
      .when({ type: 'ChangeTripChat', description: 'Where to eat' })
      .then(changed({ description: 'Where to eat' }))
    givenTalk(tripChat()).when({ type: 'ChangeTripChat', name: 'Food', description: null }).then()
    givenTalk(tripChat()).when({ type: 'ChangeTripChat' }).then()
    const drinks = givenTalk(tripChat()).when({ type: 'ChangeTripChat', name: 'Drinks' }).events()
    givenTalk(tripChat(), ...drinks)
      .when({ type: 'ChangeTripChat', name: 'Drinks' })
      .then()
  })

  it('A trip chat is deleted once, together with all its messages', () => {
    givenTalk(tripChat(), sent(1), sent(2)).when({ type: 'DeleteTripChat' }).then(chatDeleted(2))
    givenTalk(tripChat(), chatDeleted()).when({ type: 'DeleteTripChat' }).thenRefused('NotFound')
  })
})

describe('sequence numbers', () => {
  it('Sequence numbers continue after so many edits that no message is among the newest events', () => {
    const last = { seq: 7, at: at('12:00') }
    const state = stateAfter(
      conversationStreamType,
      direct(),
      ...Array.from({ length: 20 }, () => edited(3, 'x', last)),
    )
    const decision = conversationStreamType.decide(send('new', 'Hi'), state)
    expect(decision).toMatchObject([{ data: { message: { seq: 8, createdAt: at('12:00') } } }])
  })

  it('Sequence numbers continue after a change of the chat’s name', () => {
    const change = {
      type: 'TripChatChanged' as const,
      data: { conversationId: 'talk', tripId: 'trip', name: 'x' },
    }
    const last = { seq: 7, at: at('12:00') }
    const state = stateAfter(conversationStreamType, tripChat(), {
      ...change,
      data: { ...change.data, last },
    })
    expect(conversationStreamType.decide(send('new', 'Hi'), state)).toMatchObject([
      { data: { message: { seq: 8 } } },
    ])
  })

  it('The stream remembers the newest messages only to recognise a repeat', () => {
    const events = Array.from({ length: FOLDED_EVENTS + 2 }, (_, n) => sent(n + 1))
    const state = stateAfter(conversationStreamType, direct(), ...events)
    expect(state.contentKeys.size).toBe(FOLDED_EVENTS)
    expect([state.contentKeys.has('m2'), state.contentKeys.has('m3')]).toEqual([false, true])
    expect(conversationStreamType.decide(send('m3', 'Message 3'), state)).toEqual([])
  })
})

describe('members', () => {
  const trip = (...events: TripEvent[]) => stateAfter(tripStreamType, trips.planned(), ...events)
  const of = (...events: ConversationEvent[]) => stateAfter(membershipStreamType, ...events)

  it('The first and the last event of the stream determine the members', () => {
    expect(of(direct(), sent(1), edited(1, 'Hello'))).toEqual(of(direct()))
    expect(of(tripChat(), sent(1), chatDeleted(1)).isDeleted).toBe(true)
  })

  it('Only members have access to a conversation, and others get not found', () => {
    expect(authorizeInConversation(of(direct()), null, 'ann')).toBeNull()
    expect(authorizeInConversation(of(direct()), null, 'ben')).toBeNull()
    expect(authorizeInConversation(of(direct()), null, 'cat')).toMatchObject({ refused: 'NotFound' })
    expect(authorizeInConversation(of(), null, 'ann')).toMatchObject({ refused: 'NotFound' })
    expect(peopleIn(of(group(ben, cat)), null)).toEqual(['ann', 'ben', 'cat'])
  })

  it('The members of a trip chat are the people now on the trip', () => {
    const chat = of(tripChat())
    expect(peopleIn(chat, trip())).toEqual(['ann'])
    expect(peopleIn(chat, trip(trips.invited(trips.ben)))).toEqual(['ann', 'ben'])
    expect(authorizeInConversation(chat, trip(trips.invited(trips.ben)), 'ben')).toBeNull()
    const without = trip(trips.invited(trips.ben), trips.left(trips.ben))
    expect(authorizeInConversation(chat, without, 'ben')).toMatchObject({ refused: 'AccessDenied' })
    expect(authorizeInConversation(chat, without, 'cat')).toMatchObject({ refused: 'NotFound' })
    expect(peopleIn(chat, without)).toEqual(['ann'])
  })

  it('A deleted chat and the chat of a deleted trip have no members', () => {
    const gone = trip({ type: 'TripDeleted', data: { tripId: 'trip', guestIds: [] } })
    expect(peopleIn(of(tripChat()), gone)).toEqual([])
    expect(authorizeInConversation(of(tripChat()), gone, 'ann')).toMatchObject({ refused: 'NotFound' })
    expect(peopleIn(of(tripChat(), chatDeleted()), trip())).toEqual([])
    expect(authorizeInConversation(of(tripChat(), chatDeleted()), trip(), 'ann')).toMatchObject({
      refused: 'NotFound',
    })
  })

  it('The creator of a trip chat and the editors of the trip can change it', () => {
    const ofTrip = trip(
      trips.invited(trips.ben),
      trips.invited(trips.cat),
      { type: 'ParticipantRoleChanged', data: { user: trips.cat, role: 'co_organizer', was: 'member' } },
      { type: 'OrganizerHandedOver', data: { from: trips.ann, to: trips.cat } },
      { type: 'ParticipantRoleChanged', data: { user: trips.ann, role: 'member', was: 'co_organizer' } },
    )
    const may = (userId: string, toChange = true, tripId = 'trip') =>
      authorizeOnTripChat(of(tripChat()), ofTrip, { userId, tripId, toChange })
    expect(may('ann'), 'made it, a mere member by now').toBeNull()
    expect(may('cat'), 'the organizer').toBeNull()
    expect(may('ben')).toMatchObject({ refused: 'AccessDenied' })
    expect(may('ben', false), 'reads it').toBeNull()
    expect(may('cat', true, 'another')).toMatchObject({ refused: 'NotFound', message: 'Trip chat not found' })
  })
})

describe('read marker', () => {
  const now = at('12:00')
  const upTo = (seq: number | null, own = 0) =>
    ({
      type: 'MarkConversationRead',
      conversationId: 'talk',
      userId: 'ben',
      messageId: `m${seq}`,
      seq,
      own,
      now,
    }) as const
  const read = (seq: number, own = 0) => {
    const { type: _, now: __, ...data } = upTo(seq, own)
    return { type: 'ReadUpTo' as const, data: { ...data, seq } }
  }
  const withMarks = (event: ReturnType<typeof read>, marks: readonly ReadMark[]) => ({
    ...event,
    data: { ...event.data, marks },
  })
  const marksOf = (...seqs: number[]) => seqs.map((seq) => ({ seq, at: now }))

  it('The read marker only moves forward', () => {
    given(readMarkerStreamType)
      .when(upTo(3, 1))
      .then(withMarks(read(3, 1), marksOf(3)))
    given(readMarkerStreamType, read(3))
      .when(upTo(4))
      .then(withMarks(read(4), [{ seq: 3, at: '2026-05-01T12:00:00.000Z' }, ...marksOf(4)]))
    given(readMarkerStreamType, read(3)).when(upTo(3)).then()
    given(readMarkerStreamType, read(3)).when(upTo(2)).then()
    given(readMarkerStreamType, read(3)).when(upTo(null)).thenRefused('NotFound')
  })

  it('A marker keeps the times of its newest twenty, and says of none before them when it was read', () => {
    let events: ReadMarkerEvent[] = []
    for (let seq = 1; seq <= 25; seq++)
      events = [
        ...given(readMarkerStreamType, ...events)
          .when({ ...upTo(2 * seq), now: `at ${seq}` })
          .events(),
      ]
    const { marks } = stateAfter(readMarkerStreamType, ...events)
    expect(marks.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => 2 * (n + 6)))
    expect([readAt(marks, 50), readAt(marks, 49), readAt(marks, 47), readAt(marks, 12)]).toEqual([
      'at 25',
      'at 25',
      'at 24',
      null,
    ])
    expect(readAt([{ seq: 9, at: now }], 1)).toBe(now)
  })

  it('Messages after the read marker that others wrote are unread', () => {
    expect(unreadAfter(undefined, 10, 4)).toBe(6)
    expect(unreadAfter({ seq: 10, own: 4 }, 10, 4)).toBe(0)
    expect(unreadAfter({ seq: 6, own: 3 }, 10, 4)).toBe(3)
  })
})
