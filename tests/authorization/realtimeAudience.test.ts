// Who receives the events of a conversation. A person outside of it, or removed from it, receives none.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Scenario, createScenario } from '#tests/authorization/scenario.ts'
import { edit, openTripChat, read, say, startGroup } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { eventsWithoutPresence, realtimeForFile } from '#tests/authorization/realtimeFixture.ts'

const setup = realtimeForFile()

describe('audience of a conversation', () => {
  it('A conversation’s events reach every device of its people, joined or not, and nobody else', async () => {
    const inIt = await setup.listenAsAll('mel', 'mel', 'cora', 'olga', 'otto')
    const others = await setup.listenAsAll('sam', 'fred', 'admin', 'nora')
    await inIt[0]!.join(setup.scenario.chatId)
    await causeChatEvents(setup.scenario)
    for (const one of inIt) {
      await one.waitFor('trip:chat:deleted')
      const events = eventsWithoutPresence(one).map(({ event }) => event)
      for (const event of ['trip:message', 'trip:chat:created', 'trip:chat:updated', 'message:status'])
        expect(events, event).toContain(event)
    }
    for (const one of others) {
      await one.settled()
      expect(eventsWithoutPresence(one)).toEqual([])
    }
  })

  it('A conversation of two or of a group is not sent to an organizer of their trip', async () => {
    const group = await startGroup(setup.fixture.as('mel'), [setup.fixture.people.otto.id])
    const [mel, otto, nora, olga] = await setup.listenAsAll('mel', 'otto', 'nora', 'olga')
    const message = await say(setup.fixture.as('otto'), group, 'Between us')
    expect(await mel!.waitFor('message:new')).toEqual({ conversation_id: group, message })
    await read(setup.fixture.as('mel'), group, message.id)
    await say(setup.fixture.as('otto'), setup.scenario.directId, 'Only you')
    await nora!.waitFor('message:new')
    await otto!.waitFor('message:status', ({ status }) => status === 'read')
    for (const one of [olga!, mel!, nora!]) await one.settled()
    expect(eventsWithoutPresence(olga!)).toEqual([])
    expect(mel!.payloadsOf('message:new')).toHaveLength(1)
    expect(nora!.payloadsOf('message:new')).toHaveLength(1)
  })
})

/** Otto and Olga cause every event of a trip's chat; the last one deletes another chat of the trip. */
async function causeChatEvents({ tripId, chatId }: Scenario): Promise<void> {
  const [otto, olga] = [setup.fixture.as('otto'), setup.fixture.as('olga')]
  setup.fixture.clock.forward(5000)
  const passing = await openTripChat(otto, tripId, 'In passing')
  const message = await say(otto, chatId, 'Hello all')
  expectSuccess(await edit(otto, chatId, message.id, `Hello again ${randomUUID()}`))
  await read(olga, chatId, message.id)
  expectSuccess(await olga.put(`/trips/${tripId}/chats/${passing}`, { name: 'Passing by' }))
  expectSuccess(await olga.del(`/trips/${tripId}/chats/${passing}`))
}

describe('a removed person', () => {
  it('A removed person gets exactly one trip:participant:removed and then nothing: over REST, the socket and a reconnect, at once', async () => {
    const own = await createScenario(setup.fixture, false)
    const { nora } = setup.fixture.people
    expectSuccess(await setup.fixture.as('olga').post(`/trips/${own.tripId}/invite`, { userIds: [nora.id] }))
    const devices = await setup.listenAsAll('nora', 'nora')
    const [mel] = await setup.listenAsAll('mel')
    await mel!.join(own.chatId)
    for (const device of devices) await device.join(own.chatId)
    devices[0]!.emit('typing_start', { conversationId: own.chatId })
    await mel!.waitFor('trip:typing')
    for (const device of devices) device.clear()

    expectSuccess(await setup.fixture.as('olga').del(`/trips/${own.tripId}/participants/${nora.id}`))
    // The server ends a removed person's typing for the others.
    expect(await mel!.waitFor('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toMatchObject({
      username: 'nora',
    })
    for (const path of [`/trips/${own.tripId}`, `/conversations/${own.chatId}`])
      expect((await setup.fixture.as('nora').get(path)).status).toBe(403)
    const [again] = await setup.listenAsAll('nora')
    for (const device of [...devices, again!]) {
      device.emit('join_conversation', { conversationId: own.chatId })
      device.emit('typing_start', { conversationId: own.chatId })
    }
    await again!.settled()
    mel!.emit('typing_start', { conversationId: own.chatId })
    await causeChatEvents(own)
    await mel!.waitFor('trip:chat:deleted')
    for (const device of [...devices, again!]) {
      await device.settled()
      const received = eventsWithoutPresence(device).filter(({ event }) => event !== 'error')
      const removed = { trip_id: own.tripId, user_id: nora.id }
      expect(received).toEqual(
        device === again ? [] : [{ event: 'trip:participant:removed', payload: removed }],
      )
      expect(device.payloadsOf('error').map(({ code }) => code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED'])
    }
    expect(mel!.payloadsOf('trip:typing').filter(({ is_typing: isTyping }) => isTyping)).toHaveLength(1)
  })

  it('A person whose role changes, or who is removed and returns, has the matching access at each step', async () => {
    const own = await createScenario(setup.fixture, false)
    const { nora, olga } = setup.fixture.people
    const [asOlga, asNora] = [setup.fixture.as('olga'), setup.fixture.as('nora')]
    const path = `/trips/${own.tripId}`
    const invite = async () => expectSuccess(await asOlga.post(`${path}/invite`, { userIds: [nora.id] }))
    const invitation = async () => {
      const { invitations } = expectSuccess(
        await asNora.get(`/trip-invitations?status=pending&tripId=${own.tripId}`),
      )
      return `/trip-invitations/${invitations[0].id}`
    }
    const steps: [string, () => Promise<unknown>, boolean][] = [
      ['before anything', async () => undefined, false],
      ['invited', invite, true],
      [
        'made co_organizer',
        () => asOlga.put(`${path}/participants/${nora.id}`, { role: 'co_organizer' }),
        true,
      ],
      ['handed the trip', () => asOlga.post(`${path}/organizer`, { userId: nora.id }), true],
      ['having handed it back', () => asNora.post(`${path}/organizer`, { userId: olga.id }), true],
      ['gone', () => asNora.post(`${path}/leave`), false],
      ['invited again', invite, true],
      [
        'having declined',
        async () => asNora.put(`${await invitation()}/respond`, { response: 'declined' }),
        false,
      ],
      ['invited once more', invite, true],
      ['her invitation cancelled', async () => asOlga.del(await invitation()), false],
      ['invited at last', invite, true],
      [
        'having accepted',
        async () => asNora.put(`${await invitation()}/respond`, { response: 'accepted' }),
        true,
      ],
      ['the trip deleted', () => asOlga.del(path), false],
    ]
    const [device, mel] = await setup.listenAsAll('nora', 'mel')
    for (const [when, act, isIn] of steps) {
      await act()
      device!.clear()
      for (const event of ['join_conversation', 'typing_stop', 'leave_conversation'])
        device!.emit(event, { conversationId: own.chatId })
      await device!.settled()
      const codes = device!.payloadsOf('error').map(({ code }) => code)
      expect(codes, when).toEqual(isIn ? [] : ['ACCESS_DENIED', 'ACCESS_DENIED', 'ACCESS_DENIED'])
      if (when === 'the trip deleted') break
      setup.fixture.clock.forward(1000)
      mel!.clear()
      await say(setup.fixture.as('otto'), own.chatId, when)
      await mel!.waitFor('trip:message')
      await device!.settled()
      expect(device!.payloadsOf('trip:message'), when).toHaveLength(isIn ? 1 : 0)
    }
  })
})
