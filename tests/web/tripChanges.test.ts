// How an open trip follows what others do, on a clock and a network of our own.

import { describe, expect, test } from 'vitest'
import { openChangeFeed } from '#web/platform/live/changeFeed.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

/** One opening of the stream, as the server sees it. */
interface Opening {
  after: string
  say(text: string): void
  breakOff(): void
}

function following(answers: (number | 'unreachable')[] = []) {
  const time = virtualTime()
  const openings: Opening[] = []
  const heard: string[] = []
  const changes = openChangeFeed('p1', {
    async open(after, signal) {
      const answer = answers.shift() ?? 200
      if (answer === 'unreachable') {
        openings.push({ after, say: () => undefined, breakOff: () => undefined })
        throw new TypeError('Failed to fetch')
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          openings.push({
            after,
            say: (text) => controller.enqueue(new TextEncoder().encode(text)),
            breakOff: () => controller.error(new Error('gone')),
          })
          signal.addEventListener('abort', () => heard.push('let go'))
        },
      })
      return { status: answer, body }
    },
    timers: time,
    random: () => 1,
    onChange: (position) => heard.push(`change ${position}`),
    onResync: () => heard.push('resync'),
    onEnd: () => heard.push('end'),
  })
  const last = () => openings.at(-1)!
  const change = (id: string) => last().say(`id: ${id}\nevent: change\ndata: {"position":"${id}"}\n\n`)
  return { time, openings, heard, changes, last, change }
}

describe('an open trip', () => {
  test('asks for what came after what it shows, and hears each change once', async () => {
    const { time, openings, heard, last, change } = following()
    await time.settle()
    expect(openings.map(({ after }) => after)).toEqual(['p1'])
    last().say(': still here\n\n')
    change('p2')
    last().say('id: p3\nevent: change\nda')
    await time.settle()
    expect(heard).toEqual(['change p2'])
    last().say('ta: {}\n\n')
    await time.settle()
    expect(heard).toEqual(['change p2', 'change p3'])
  })

  test('goes on where it broke off', async () => {
    const { time, openings, change, last } = following([200, 'unreachable', 503])
    await time.settle()
    change('p2')
    await time.settle()
    last().breakOff()
    await time.forward(10_000)
    expect(openings.map(({ after }) => after)).toEqual(['p1', 'p2', 'p2', 'p2'])
  })

  test('asks at once when the network is back, and not twice', async () => {
    const { time, openings, changes, last } = following(['unreachable', 'unreachable'])
    await time.forward(1500)
    expect(openings).toHaveLength(2)
    changes.wake()
    changes.wake()
    await time.settle()
    expect(openings).toHaveLength(3)
    last().say(': hello\n\n')
    changes.wake()
    await time.settle()
    expect(openings).toHaveLength(3)
  })

  test('takes a line on which nothing is said for 45 s for dead', async () => {
    const { time, openings, last } = following()
    await time.forward(44_000)
    last().say(': still here\n\n')
    await time.forward(44_000)
    expect(openings).toHaveLength(1)
    await time.forward(3000)
    expect(openings).toHaveLength(2)
  })

  test('asks less and less often where a page of a hotel answers in the place of the server', async () => {
    const { time, openings, heard, last } = following()
    for (let seconds = 0, answered = 0; seconds < 120; seconds++) {
      await time.forward(1000)
      if (openings.length === answered) continue
      answered = openings.length
      last().say('<html>\n<p>: welcome\n\n</p>\n</html>\n')
      await time.settle()
      last().breakOff()
    }
    expect(openings.length).toBeLessThan(10)
    expect(heard.filter((one) => one !== 'let go')).toEqual([])
  })

  test('reads all again where the server cannot resume', async () => {
    const { time, heard, last } = following()
    await time.settle()
    last().say('id: p9\nevent: resync\ndata: {}\n\n')
    await time.settle()
    last().breakOff()
    await time.forward(2000)
    expect(heard.filter((one) => one !== 'let go')).toEqual(['resync'])
    expect(last().after).toBe('p9')
  })

  test.each([401, 403, 404])('ends for good on %d', async (status) => {
    const { time, openings, heard } = following([status])
    await time.forward(60_000)
    expect(openings).toHaveLength(1)
    expect(heard.filter((one) => one !== 'let go')).toEqual(['end'])
  })

  test('ends for good when its person is removed, and hears nothing more', async () => {
    const { time, openings, heard, last, change } = following()
    await time.settle()
    last().say('event: revoked\ndata: {}\n\n')
    await time.settle()
    change('p2')
    await time.forward(60_000)
    expect(openings).toHaveLength(1)
    expect(heard).toEqual(['let go', 'end'])
  })

  test('that was closed lets go of its line and opens no other', async () => {
    const { time, openings, heard, changes } = following()
    await time.settle()
    changes.close()
    await time.forward(60_000)
    expect(heard).toEqual(['let go'])
    expect(openings).toHaveLength(1)
  })
})
