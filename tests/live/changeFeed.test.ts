// The client of a trip's change feed, on a virtual clock and network.

import { describe, expect, test } from 'vitest'
import { openChangeFeed } from '#web/platform/replica/changeFeed.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

/** One open stream, from the server's side. */
interface Opening {
  after: string
  say(text: string): void
  breakOff(): void
}

function following(answers: (number | 'unreachable')[] = [], serverRefuses = true) {
  const time = virtualTime()
  const openings: Opening[] = []
  const received: string[] = []
  const changes = openChangeFeed('p1', {
    async open(after, signal) {
      const response = answers.shift() ?? 200
      if (response === 'unreachable') {
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
          signal.addEventListener('abort', () => received.push('let go'))
        },
      })
      return { status: response, body }
    },
    timers: time,
    random: () => 1,
    onAlive: () => undefined,
    onChange: ({ position }) => received.push(`change ${position}`),
    onResync: () => received.push('resync'),
    onDisconnect: () => received.push('disconnected'),
    async isRefused() {
      received.push('checked')
      return serverRefuses
    },
    onRevoked: () => received.push('revoked'),
  })
  const last = () => openings.at(-1)!
  const change = (id: string) => last().say(`id: ${id}\nevent: change\ndata: {"position":"${id}"}\n\n`)
  return { time, openings, received, changes, last, change }
}

describe('client of the change feed', () => {
  test('The client asks for changes after its position, and delivers each change once', async () => {
    const { time, openings, received, last, change } = following()
    await time.settle()
    expect(openings.map(({ after }) => after)).toEqual(['p1'])
    last().say(': still here\n\n')
    change('p2')
    last().say('id: p3\nevent: change\nda')
    await time.settle()
    expect(received).toEqual(['change p2'])
    last().say('ta: {"position":"p3"}\n\n')
    await time.settle()
    expect(received).toEqual(['change p2', 'change p3'])
  })

  test('The client resumes after a broken connection at its last position', async () => {
    const { time, openings, change, last } = following([200, 'unreachable', 503])
    await time.settle()
    change('p2')
    await time.settle()
    last().breakOff()
    await time.forward(10_000)
    expect(openings.map(({ after }) => after)).toEqual(['p1', 'p2', 'p2', 'p2'])
  })

  test('The client reconnects at once when the network is back, and only once', async () => {
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

  test('The client treats a connection without data for 45 s as dead', async () => {
    const { time, openings, last } = following()
    await time.forward(44_000)
    last().say(': still here\n\n')
    await time.forward(44_000)
    expect(openings).toHaveLength(1)
    await time.forward(3000)
    expect(openings).toHaveLength(2)
  })

  test('The client backs off when a captive portal answers in place of the server', async () => {
    const { time, openings, received, last } = following()
    for (let seconds = 0, answered = 0; seconds < 120; seconds++) {
      await time.forward(1000)
      if (openings.length === answered) continue
      answered = openings.length
      last().say('<html>\n<p>: welcome\n\n</p>\n</html>\n')
      await time.settle()
      last().breakOff()
    }
    expect(openings.length).toBeLessThan(10)
    expect(received.filter((one) => !['let go', 'disconnected'].includes(one))).toEqual([])
  })

  test('The client reloads everything when the server cannot resume', async () => {
    const { time, received, last } = following()
    await time.settle()
    last().say('id: p9\nevent: resync\ndata: {}\n\n')
    await time.settle()
    last().breakOff()
    await time.forward(2000)
    expect(received.filter((one) => one !== 'let go')).toEqual(['resync', 'disconnected'])
    expect(last().after).toBe('p9')
  })

  test.each([401, 403, 404])('The client stops for good after the status %d', async (status) => {
    const { time, openings, received } = following([status])
    await time.forward(60_000)
    expect(openings).toHaveLength(1)
    expect(received.filter((one) => one !== 'let go')).toEqual(['checked'])
  })

  test.each([401, 403, 404])(
    'The client goes on after a proxy responded with %d, which refuses no other request',
    async (status) => {
      const { time, openings, received, last, change } = following([status], false)
      await time.forward(1500)
      expect(openings).toHaveLength(2)
      last().say(': hello\n\n')
      change('p2')
      await time.settle()
      expect(received.filter((one) => one !== 'let go')).toEqual(['checked', 'disconnected', 'change p2'])
    },
  )

  test('The trip is not followed from the end of a stream until the next one is alive', async () => {
    const { time, received, last, change } = following()
    await time.settle()
    change('p2')
    await time.settle()
    last().breakOff()
    await time.forward(1500)
    last().say(': hello\n\n')
    change('p3')
    await time.settle()
    expect(received).toEqual(['change p2', 'disconnected', 'change p3'])
  })

  test('The client stops for good when its person is removed, and delivers nothing more', async () => {
    const { time, openings, received, last, change } = following()
    await time.settle()
    last().say('event: revoked\ndata: {}\n\n')
    await time.settle()
    change('p2')
    await time.forward(60_000)
    expect(openings).toHaveLength(1)
    expect(received).toEqual(['let go', 'disconnected', 'revoked'])
  })

  test('A closed client closes its connection and opens no other', async () => {
    const { time, openings, received, changes } = following()
    await time.settle()
    changes.close()
    await time.forward(60_000)
    expect(received).toEqual(['let go'])
    expect(openings).toHaveLength(1)
  })
})
