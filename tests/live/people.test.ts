// Presence, typing and rooms of the client, on a virtual clock.

import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { createOwnPresence, currentPresence } from '#web/chat/engine/live/presence.ts'
import { createRooms } from '#web/chat/engine/live/rooms.ts'
import { type TypingIndicator, createOwnTyping, createTypingPeople } from '#web/chat/engine/live/typing.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const MINUTE = 60_000

describe('own presence', () => {
  test('The own presence is away after five minutes without input, and online with the next input', async () => {
    coversSpec('§3 Presence', '§7 Real-time channel: Client to server')

    const time = virtualTime()
    const said: string[] = []
    const presence = createOwnPresence(time, (status) => void said.push(status))
    await time.forward(4 * MINUTE)
    presence.input()
    await time.forward(5 * MINUTE - 1)
    expect(said).toEqual([])
    await time.forward(1)
    expect(said).toEqual(['away'])
    presence.input()
    presence.input()
    expect(said).toEqual(['away', 'online'])
  })

  test('The own presence is sent over a new connection when it differs from the default', async () => {
    coversSpec('§3 Presence')

    const time = virtualTime()
    const said: string[] = []
    const presence = createOwnPresence(time, (status) => void said.push(status))
    presence.connected()
    expect(said).toEqual([])
    await time.forward(10 * MINUTE)
    presence.connected()
    expect(said).toEqual(['away', 'away'])
  })
})

describe('presence of others', () => {
  const at = { userId: '1', username: 'ann', lastSeen: '2026-05-02T10:00:00.000Z', updatedAt: 1000 }
  const online = { ...at, status: 'online' } as const

  test('A presence stays as received while updates can arrive, however old it is', () => {
    expect(currentPresence(online, 1000 + 100 * MINUTE, null)).toEqual(online)
  })

  test('A presence older than a minute is offline once no updates can arrive', () => {
    coversSpec('§4 Realtime connection: Presence is polled', '§4 Participant presence', '§9 Presence poll')

    const disconnectedAt = 10 * MINUTE
    expect(currentPresence(online, disconnectedAt + MINUTE, disconnectedAt)).toEqual(online)
    expect(currentPresence(online, disconnectedAt + MINUTE + 1, disconnectedAt)).toEqual({
      ...online,
      status: 'offline',
    })
  })

  test('A presence fetched after the connection was lost counts from its fetch', () => {
    coversSpec('§3 Presence')

    const [disconnectedAt, updatedAt] = [10 * MINUTE, 12 * MINUTE]
    const read = { ...online, updatedAt }
    expect(currentPresence(read, updatedAt + MINUTE, disconnectedAt)).toEqual(read)
    expect(currentPresence(read, updatedAt + MINUTE + 1, disconnectedAt).status).toBe('offline')
  })

  test('A presence turns offline after the given age', () => {
    coversSpec('§4 Realtime connection: Presence is polled', '§4 Participant presence', '§9 Presence poll')

    expect(currentPresence(online, 1001, 0, 1).status).toBe('online')
    expect(currentPresence(online, 1002, 0, 1).status).toBe('offline')
  })
})

describe('own typing', () => {
  function typing() {
    const time = virtualTime()
    const told: string[] = []
    const own = createOwnTyping(time, (conversationId, isTyping) =>
      told.push(`${conversationId} ${isTyping ? 'starts' : 'stops'} at ${time.now()}`),
    )
    return { time, told, own }
  }

  test('Typing is sent with the first key, again every three seconds, and ends three seconds after the last key', async () => {
    coversSpec('§4 Typing: Local typing starts', '§9 Local typing auto-stop')

    const { time, told, own } = typing()
    for (let key = 0; key < 20; key++) {
      own.typed('talk', 'x'.repeat(key + 1))
      await time.forward(350)
    }
    await time.forward(10_000)
    expect(told).toEqual([
      'talk starts at 0',
      'talk starts at 3150',
      'talk starts at 6300',
      'talk stops at 9650',
    ])
  })

  test('Typing ends at once with an empty input, on sending and on leaving, and ends only once', async () => {
    coversSpec('§4 Typing: Local typing starts')

    const { time, told, own } = typing()
    own.typed('talk', 'x')
    own.typed('talk', '')
    own.typed('talk', 'y')
    own.stopped('talk')
    own.stopped('talk')
    await time.forward(10_000)
    expect(told).toEqual(['talk starts at 0', 'talk stops at 0', 'talk starts at 0', 'talk stops at 0'])
  })

  test('Typing is sent again over a new connection with the next key', async () => {
    const { time, told, own } = typing()
    own.typed('talk', 'x')
    await time.forward(1000)
    own.connected()
    own.typed('talk', 'xy')
    expect(told).toEqual(['talk starts at 0', 'talk starts at 1000'])
  })
})

describe('typing of others', () => {
  test('The typing of another person is shown for five seconds from its last event, in the order of starting', async () => {
    coversSpec('§3 Typing indicator', '§4 Typing: Remote typing indicators expire', '§9 Remote typing expiry')

    const time = virtualTime()
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(time, shown)
    const names = () => (shown['talk'] ?? []).map(({ username }) => username)
    typers.received('talk', { userId: '1', username: 'ann' }, true)
    await time.forward(3000)
    typers.received('talk', { userId: '2', username: 'ben' }, true)
    typers.received('talk', { userId: '1', username: 'ann' }, true)
    expect(names()).toEqual(['ann', 'ben'])
    await time.forward(4999)
    expect(names()).toEqual(['ann', 'ben'])
    await time.forward(1)
    expect(names()).toEqual([])
  })

  test('The typing of another person is shown with their name, conversation and latest start', async () => {
    coversSpec('§3 Typing indicator')

    const time = virtualTime()
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(time, shown)
    typers.received('talk', { userId: '1', username: 'ann' }, true)
    await time.forward(3000)
    typers.received('talk', { userId: '1', username: 'ann' }, true)
    const ann = { userId: '1', username: 'ann', conversationId: 'talk', startedAt: 3000 }
    expect(shown).toEqual({ talk: [ann] })
  })

  test('The typing of another person ends with their stop event, and other conversations are unaffected', () => {
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(virtualTime(), shown)
    typers.received('talk', { userId: '1', username: 'ann' }, true)
    typers.received('other', { userId: '1', username: 'ann' }, true)
    typers.received('talk', { userId: '1', username: 'ann' }, false)
    expect(Object.keys(shown)).toEqual(['other'])
    typers.clear()
    expect(shown).toEqual({})
  })
})

describe('rooms', () => {
  function rooms() {
    const time = virtualTime()
    const asked: string[] = []
    const all = createRooms(time, (act, conversationId) => asked.push(`${act} ${conversationId}`))
    return { time, asked, all }
  }

  test('A room is joined 300 ms after connecting, once for all components that want it, and left with the last one', async () => {
    coversSpec('§4 Realtime connection: A conversation room is joined', '§9 Room join delay')

    const { time, asked, all } = rooms()
    const leave = [all.join('a'), all.join('a')]
    all.connected()
    await time.forward(299)
    expect(asked).toEqual([])
    await time.forward(1)
    expect(asked).toEqual(['join a'])
    all.join('b')
    expect(asked).toEqual(['join a', 'join b'])
    leave.push(all.join('a'), all.join('a', true))
    expect(asked.splice(2)).toEqual(['join a'])
    for (const one of leave.splice(2)) one()
    leave[0]!()
    leave[0]!()
    expect(asked).toHaveLength(2)
    leave[1]!()
    expect(asked).toEqual(['join a', 'join b', 'leave a'])
  })

  test('Rooms that are still wanted are joined again after each connection', async () => {
    const { time, asked, all } = rooms()
    const leave = all.join('a')
    all.join('b')
    all.connected()
    await time.forward(300)
    all.disconnected()
    leave()
    asked.length = 0
    all.connected()
    await time.forward(300)
    expect(asked).toEqual(['join b'])
    all.joinAgain()
    expect(asked).toEqual(['join b', 'join b'])
  })

  test('Fifteen rooms are joined or left in a second, open conversations before all others', async () => {
    const { time, asked, all } = rooms()
    const leave = Array.from({ length: 40 }, (_, n) => all.join(`${n}`))
    all.join('open', true)
    all.connected()
    await time.forward(300)
    expect(asked).toHaveLength(15)
    expect(asked[0]).toBe('join open')
    await time.forward(1000)
    expect(asked).toHaveLength(30)
    all.join('opened now', true)
    expect(asked.at(-1)).toBe('join opened now')
    // A room that is no longer wanted is not joined first.
    for (const one of leave) one()
    await time.forward(10_000)
    expect(new Set(asked.filter((act) => act.startsWith('join'))).size).toBe(31)
    expect(asked.filter((act) => act.startsWith('leave'))).toHaveLength(29)
  })

  test('A connection that ends within 300 ms joins no room', async () => {
    const { time, asked, all } = rooms()
    all.join('a')
    all.connected()
    all.disconnected()
    await time.forward(1000)
    expect(asked).toEqual([])
  })
})
