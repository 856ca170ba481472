// Who is here, who is typing and which rooms are joined, by a clock that a test moves.

import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { createOwnPresence, toShownPresence } from '#web/platform/live/presence.ts'
import { createRooms } from '#web/platform/live/rooms.ts'
import type { TypingIndicator } from '#web/platform/live/typing.ts'
import { createOwnTyping, createTypingPeople } from '#web/platform/live/typing.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const MINUTE = 60_000

describe('one’s own presence', () => {
  test('is away after five minutes without input, and online again with the first', async () => {
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

  test('is told to a new connection when it is not what a new connection means', async () => {
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

describe('a presence', () => {
  const at = { userId: '1', username: 'ann', lastSeen: '2026-05-02T10:00:00.000Z', updatedAt: 1000 }
  const online = { ...at, status: 'online' } as const

  test('stays as it was heard while news can come, however old it is', () => {
    expect(toShownPresence(online, 1000 + 100 * MINUTE, null)).toEqual(online)
  })

  test('that is older than a minute is offline once no news can come', () => {
    coversSpec('§4 Realtime connection: Presence is polled', '§4 Participant presence', '§9 Presence poll')

    const lostAt = 10 * MINUTE
    expect(toShownPresence(online, lostAt + MINUTE, lostAt)).toEqual(online)
    expect(toShownPresence(online, lostAt + MINUTE + 1, lostAt)).toEqual({ ...online, status: 'offline' })
  })

  test('that was asked for after the connection was lost counts from then', () => {
    coversSpec('§3 Presence')

    const [lostAt, updatedAt] = [10 * MINUTE, 12 * MINUTE]
    const read = { ...online, updatedAt }
    expect(toShownPresence(read, updatedAt + MINUTE, lostAt)).toEqual(read)
    expect(toShownPresence(read, updatedAt + MINUTE + 1, lostAt).status).toBe('offline')
  })

  test('turns offline at any age that is supplied', () => {
    coversSpec('§4 Realtime connection: Presence is polled', '§4 Participant presence', '§9 Presence poll')

    expect(toShownPresence(online, 1001, 0, 1).status).toBe('online')
    expect(toShownPresence(online, 1002, 0, 1).status).toBe('offline')
  })
})

describe('one’s own typing', () => {
  function typing() {
    const time = virtualTime()
    const told: string[] = []
    const own = createOwnTyping(time, (conversationId, isTyping) =>
      told.push(`${conversationId} ${isTyping ? 'starts' : 'stops'} at ${time.now()}`),
    )
    return { time, told, own }
  }

  test('is told with the first key, again every three seconds, and ends three seconds after the last', async () => {
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

  test('ends at once on an empty input, on sending and on leaving, and is not ended twice', async () => {
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

  test('is told anew over a new connection with the next key', async () => {
    const { time, told, own } = typing()
    own.typed('talk', 'x')
    await time.forward(1000)
    own.connected()
    own.typed('talk', 'xy')
    expect(told).toEqual(['talk starts at 0', 'talk starts at 1000'])
  })
})

describe('others’ typing', () => {
  test('is believed for five seconds from the last word of it, in the order they began', async () => {
    coversSpec('§3 Typing indicator', '§4 Typing: Remote typing indicators expire', '§9 Remote typing expiry')

    const time = virtualTime()
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(time, shown)
    const names = () => (shown['talk'] ?? []).map(({ username }) => username)
    typers.told('talk', { userId: '1', username: 'ann' }, true)
    await time.forward(3000)
    typers.told('talk', { userId: '2', username: 'ben' }, true)
    typers.told('talk', { userId: '1', username: 'ann' }, true)
    expect(names()).toEqual(['ann', 'ben'])
    await time.forward(4999)
    expect(names()).toEqual(['ann', 'ben'])
    await time.forward(1)
    expect(names()).toEqual([])
  })

  test('is shown with who it is, where, and when they were last heard to start', async () => {
    coversSpec('§3 Typing indicator')

    const time = virtualTime()
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(time, shown)
    typers.told('talk', { userId: '1', username: 'ann' }, true)
    await time.forward(3000)
    typers.told('talk', { userId: '1', username: 'ann' }, true)
    const ann = { userId: '1', username: 'ann', conversationId: 'talk', startedAt: 3000 }
    expect(shown).toEqual({ talk: [ann] })
  })

  test('ends when they say so; in another conversation nothing changes', () => {
    const shown: Record<string, readonly TypingIndicator[]> = {}
    const typers = createTypingPeople(virtualTime(), shown)
    typers.told('talk', { userId: '1', username: 'ann' }, true)
    typers.told('other', { userId: '1', username: 'ann' }, true)
    typers.told('talk', { userId: '1', username: 'ann' }, false)
    expect(Object.keys(shown)).toEqual(['other'])
    typers.clear()
    expect(shown).toEqual({})
  })
})

describe('the rooms', () => {
  function rooms() {
    const time = virtualTime()
    const asked: string[] = []
    const all = createRooms(time, (act, conversationId) => asked.push(`${act} ${conversationId}`))
    return { time, asked, all }
  }

  test('are joined 300 ms after connecting, once however many parts of the screen want them, and left with the last', async () => {
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

  test('are joined anew after each connection, those alone that are still wanted', async () => {
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

  test('a connection that goes before the 300 ms joins nothing', async () => {
    const { time, asked, all } = rooms()
    all.join('a')
    all.connected()
    all.disconnected()
    await time.forward(1000)
    expect(asked).toEqual([])
  })
})
