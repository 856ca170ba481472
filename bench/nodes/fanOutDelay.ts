// Measures the delay until a hundred devices receive a message: devices of another node than the sender's, compared
// with an installation of one node. A hundred messages a second load neither, so the figure is the delay of the path
// and not of a queue.

import { Agent } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { begins, openDevice } from '#bench/chat/device.ts'
import { type Population, exchange, mapConcurrently, createPopulation } from '#bench/chat/population.ts'
import type { Row } from '#bench/figures.ts'
import type { Installation } from '#bench/nodes/installation.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { withinAMinute } from '#bench/withinAMinute.ts'

const DEVICES = 100
const MESSAGES = 200
const EVERY_MS = 10
const ROUNDS = 11

export async function fanOutAcrossNodes(two: Installation, one: Installation): Promise<Row> {
  const [elsewhere, here] = [await open(two), await open(one)]
  // A first run warms up.
  await elsewhere.p99()
  await here.p99()
  const turns = await inTurn<number>(ROUNDS, elsewhere.p99, here.p99)
  elsewhere.close()
  here.close()
  const name = `a message to ${DEVICES} sockets: p99 from post to a device of the other node ÷ of the only node`
  const row = ratio(name, turns, (figure) => figure, 'ms', { atMost: 1.7 })
  return { ...row, note: `${row.note}; ${1000 / EVERY_MS} messages a second; all processes share two cores` }
}

/** Posts through the first node; the devices are connected to the last. */
async function open({ ports }: Installation) {
  const [postPort, listenPort] = [ports[0]!, ports.at(-1)!]
  const population: Population = await createPopulation(() => postPort, DEVICES)
  const conversationId = await population.tripChat(population.people)
  const path = `/api/conversations/${conversationId}/messages`
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const postedAt = new Map<string, number>()
  let delays: number[] = []
  let onAllReceived = () => {}
  let run = 0

  const onText = (bytes: Buffer) => {
    if (!begins(bytes, '42["trip:message"')) return
    const name = /"content":"(\S+)/.exec(bytes.toString('latin1'))![1]!
    if (delays.push(performance.now() - postedAt.get(name)!) === DEVICES * MESSAGES) onAllReceived()
  }
  const devices = await mapConcurrently(DEVICES, 10, async (n) => {
    const { token } = population.people[n]!
    const device = openDevice({ port: listenPort, token, onText })
    await device.live
    return device
  })

  return {
    async p99(): Promise<number> {
      run += 1
      delays = []
      postedAt.clear()
      const everybody = new Promise<void>((resolve) => (onAllReceived = resolve))
      const begun = performance.now()
      const posts: Promise<unknown>[] = []
      for (let n = 0; n < MESSAGES; n++) {
        await after(Math.max(0, begun + n * EVERY_MS - performance.now()))
        const name = `${run}-${n}`
        const { token } = population.people[(run * MESSAGES + n) % DEVICES]!
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
        const body = JSON.stringify({ content: `${name} and what people say to each other` })
        postedAt.set(name, performance.now())
        posts.push(exchange(postPort, 'POST', path, headers, body, agent))
      }
      await Promise.all(posts)
      await withinAMinute('every device to receive every message', everybody)
      return delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.99)]!
    },
    close() {
      for (const device of devices) device.close()
      agent.destroy()
    },
  }
}
