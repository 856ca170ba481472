// Measures a message to 500 devices: posted to the product, durable, readable and then published, compared with a bare
// Socket.IO server that emits each posted message. Ten senders post as fast as they get responses.

import { Agent } from 'node:http'
import type { Row } from '#bench/figures.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { type Device, begins, openDevice } from '#bench/chat/device.ts'
import { exchange, mapConcurrently } from '#bench/chat/population.ts'
import { withinAMinute } from '#bench/withinAMinute.ts'

export const DEVICES = 500
const POSTERS = 10
const MESSAGES = 300
/** One of this many devices reads what it receives and measures the delay; the others count. */
const SAMPLED = 20
const ROUNDS = 11

interface FannedOut {
  /** Deliveries. */
  perSecond: number
  /** From the post to the device, in ms. */
  p99: number
}

interface Hall {
  port: number
  /** The path to post to. */
  path: string
  /** One for each device; several devices may belong to one person. */
  tokens: readonly string[]
}

export async function fanOut(product: Hall, bare: Hall): Promise<Row[]> {
  const [one, other] = [await open(product), await open(bare)]
  // A first run warms up.
  await one.turn()
  await other.turn()
  const turns = await inTurn<FannedOut>(ROUNDS, one.turn, other.turn)
  one.close()
  other.close()
  const name = `a message to ${DEVICES} sockets`
  return [
    ratio(`${name}: deliveries a second ÷ bare Socket.IO`, turns, ({ perSecond }) => perSecond, 'a second', {
      atLeast: 0.85,
    }),
    ratio(`${name}: p99 from post to device ÷ bare Socket.IO`, turns, ({ p99 }) => p99, 'ms', {
      atMost: 1.3,
    }),
  ]
}

async function open({ port, tokens, path }: Hall) {
  const agent = new Agent({ keepAlive: true, maxSockets: POSTERS })
  const postedAt = new Map<string, number>()
  let delays: number[] = []
  let received = 0
  let onAllReceived = () => {}
  let run = 0

  const onMessage = (isSampled: boolean) => (bytes: Buffer) => {
    if (!begins(bytes, '42["trip:message"')) return
    received += 1
    if (isSampled) {
      const content = /"content":"(\S+)/.exec(bytes.toString('latin1'))![1]!
      delays.push(performance.now() - postedAt.get(content)!)
    }
    if (received === DEVICES * MESSAGES) onAllReceived()
  }
  const devices: Device[] = await mapConcurrently(DEVICES, 50, async (n) => {
    const device = openDevice({ port, token: tokens[n]!, onText: onMessage(n % SAMPLED === 0) })
    await device.live
    return device
  })

  return {
    async turn(): Promise<FannedOut> {
      run += 1
      ;[received, delays] = [0, []]
      postedAt.clear()
      const everybody = new Promise<void>((resolve) => (onAllReceived = resolve))
      const before = performance.now()
      await mapConcurrently(MESSAGES, POSTERS, async (n) => {
        const name = `${run}-${n}`
        const headers = {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${tokens[(run * MESSAGES + n) % DEVICES]}`,
        }
        postedAt.set(name, performance.now())
        const body = JSON.stringify({ content: `${name} and what people say to each other` })
        await exchange(port, 'POST', path, headers, body, agent)
      })
      await withinAMinute('every device to receive every message', everybody)
      const seconds = (performance.now() - before) / 1000
      delays.sort((a, b) => a - b)
      return { perSecond: received / seconds, p99: delays[Math.floor(delays.length * 0.99)]! }
    },
    close() {
      for (const device of devices) device.close()
      agent.destroy()
    },
  }
}
