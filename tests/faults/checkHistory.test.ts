// The checker of the fault rounds accepts what a single copy of the data explains, and refuses everything else.

import { describe, expect, it } from 'vitest'
import {
  checkHistory,
  type History,
  type LogEntry,
  type Read,
  type Write,
} from '#tests/faults/checkHistory.ts'

/** A command on the only stream, sent at `invokedAt` and answered at `at`; without `at` nobody knows what became of it. */
function write(
  key: string,
  invokedAt: number,
  at?: number,
  more: Partial<Write['answers'][number]> = {},
): Write {
  const answer = { id: `id-${key}`, position: '9', isReadable: true, ...more }
  return { stream: 's', key, invokedAt, answers: at === undefined ? [] : [{ at, ...answer }] }
}

const logOf = (...keys: string[]): LogEntry[] =>
  keys.map((key, n) => ({ stream: 's', position: String(n), key, id: `id-${key}` }))

const read = (invokedAt: number, answeredAt: number, keys: string[], limit?: number): Read => ({
  stream: 's',
  invokedAt,
  answeredAt,
  shown: keys.map((key) => `id-${key}`),
  ...(limit !== undefined && { limit }),
})

const check = (history: Partial<History>) => checkHistory({ writes: [], reads: [], log: [], ...history })

describe('A history is accepted', () => {
  it('when everything follows one after another', () => {
    const writes = [write('a', 1, 2, { position: '1' }), write('b', 3, 4, { position: '1' })]
    const reads = [read(0, 1, []), read(5, 6, ['a', 'b'])]
    expect(check({ writes, reads, log: logOf('a', 'b') })).toEqual([])
  })

  it('when commands overlap, in either order of the log', () => {
    const writes = [write('a', 1, 9), write('b', 2, 8)]
    for (const log of [logOf('a', 'b'), logOf('b', 'a')]) expect(check({ writes, log })).toEqual([])
  })

  it('when a command without an answer is in the log, or is not', () => {
    for (const log of [logOf('a'), logOf()]) expect(check({ writes: [write('a', 1)], log })).toEqual([])
  })

  it('when a read overlaps a command, with and without it', () => {
    const writes = [write('a', 1, 9)]
    for (const shown of [[], ['a']]) {
      expect(check({ writes, reads: [read(2, 8, shown)], log: logOf('a') })).toEqual([])
    }
  })

  it('when a read lacks a command whose answer said that reads are behind', () => {
    const writes = [write('a', 1, 2, { isReadable: false })]
    expect(check({ writes, reads: [read(3, 4, [])], log: logOf('a') })).toEqual([])
  })

  it('when a page shows only the newest', () => {
    const writes = [write('a', 1, 2), write('b', 3, 4), write('c', 5, 6)]
    expect(check({ writes, reads: [read(7, 8, ['b', 'c'], 2)], log: logOf('a', 'b', 'c') })).toEqual([])
  })

  it('when commands of two streams are in another order than their answers', () => {
    const other = { ...write('b', 3, 4), stream: 't' }
    const log = [{ ...logOf('b')[0]!, stream: 't' }, ...logOf('a')]
    expect(check({ writes: [write('a', 1, 2), other], log })).toEqual([])
  })
})

describe('A history is refused', () => {
  const expectRefused = (history: Partial<History>, text: string) =>
    expect(check(history)).toEqual([`s: ${text}`])

  it('when an acknowledged command is lost', () =>
    expectRefused({ writes: [write('a', 1, 2)] }, 'command a was acknowledged and is lost'))

  it('when a command is in the log twice', () =>
    expectRefused({ writes: [write('a', 1, 2)], log: logOf('a', 'a') }, 'command a is in the log 2 times'))

  it('when the log has a command that nobody sent', () =>
    expectRefused({ log: logOf('a') }, 'nobody sent command a of the log'))

  it('when an answer names another thing than the log', () =>
    expectRefused(
      { writes: [write('a', 1, 2, { id: 'id-b' })], log: logOf('a') },
      'command a was answered with id-b, and the log has id-a',
    ))

  it('when a repeat is answered with another thing than the first attempt', () => {
    const [first, second] = [write('a', 1, 2), write('a', 1, 4, { id: 'id-b' })]
    expectRefused(
      { writes: [{ ...first, answers: [...first.answers, ...second.answers] }], log: logOf('a') },
      'command a was answered with id-b, and the log has id-a',
    )
  })

  it('when an answer is current up to a position before the event', () =>
    expectRefused(
      { writes: [write('a', 1, 2), write('b', 1, 2, { position: '0' })], log: logOf('a', 'b') },
      'command b was answered with position 0, and is only at 1',
    ))

  it('when a command is before one that was answered before it was sent', () =>
    expectRefused(
      { writes: [write('a', 1, 2), write('b', 3, 4)], log: logOf('b', 'a') },
      'command a was answered before b was sent, and is after it in the log',
    ))

  it('when that happens to a command without an answer', () =>
    expectRefused(
      { writes: [write('a', 1, 2), write('b', 3)], log: logOf('b', 'a') },
      'command a was answered before b was sent, and is after it in the log',
    ))

  it('when a read lacks a command that was acknowledged before', () =>
    expectRefused(
      { writes: [write('a', 1, 2)], reads: [read(3, 4, [])], log: logOf('a') },
      'a read at 3 is stale: it lacks command a, which was acknowledged before',
    ))

  it('when a read lacks what an earlier read has shown', () =>
    expectRefused(
      { writes: [write('a', 1)], reads: [read(2, 3, ['a']), read(4, 5, [])], log: logOf('a') },
      'a read at 4 is stale: it lacks something that an earlier read has shown',
    ))

  it('when a read shows the second of two commands and not the first', () =>
    expectRefused(
      { writes: [write('a', 1, 9), write('b', 1, 9)], reads: [read(2, 3, ['b'])], log: logOf('a', 'b') },
      'a read at 2 shows no state that the log ever had',
    ))

  it('when a read shows a thing twice', () =>
    expectRefused(
      { writes: [write('a', 1, 9)], reads: [read(2, 3, ['a', 'a'])], log: logOf('a') },
      'a read at 2 shows no state that the log ever had',
    ))

  it('when a read shows what is not in the log', () =>
    expectRefused({ reads: [read(2, 3, ['a'])] }, 'a read at 2 shows something that is not in the log'))

  it('when a read shows a command before it was sent', () =>
    expectRefused(
      { writes: [write('a', 5, 6)], reads: [read(2, 3, ['a'])], log: logOf('a') },
      'a read at 2 shows command a before it was sent',
    ))
})
