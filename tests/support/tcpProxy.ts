// A TCP proxy between a client and a real server, which can cut, silence or slow the connection. It knows no protocol,
// so it works for any store.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Connections that are open now. */
  connections(): number
  /** Ends all connections with a reset and refuses new ones, until `heal`. */
  cut(): void
  /** Ends all connections with a reset; the next ones go through. */
  reset(): void
  /**
   * Nothing arrives any more and nobody is told: connections stay open and new ones are accepted. `heal` delivers what
   * was held back, as TCP does after a silence that was short enough. `answers`: only what the server says is held
   * back, so that it hears all and is not heard.
   */
  blackhole(what?: 'all' | 'answers'): void
  /** Each piece of data arrives so many milliseconds late, in its order, in both directions. */
  slow(ms: number): void
  /** The network is as it should be again, also for the connections that are still open. */
  heal(): void
  close(): Promise<void>
}

type Condition = 'well' | 'cut' | 'silent' | 'mute'

/**
 * @param options.target where the real server listens; it need not be there, or not yet
 * @param options.port to listen on, where a client must find it again; default a free one
 */
export async function createTcpProxy(options: {
  target: { host?: string; port: number }
  port?: number
}): Promise<TcpProxy> {
  const { host = '127.0.0.1', port: targetPort } = options.target
  let condition: Condition = 'well'
  let delay = 0
  const pairs = new Set<[Socket, Socket]>()
  const held: (() => void)[] = []

  const server = createServer({ noDelay: true }, (near) => {
    if (condition === 'cut') return void near.resetAndDestroy()
    const far = connect({ host, port: targetPort, noDelay: true })
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    forward(near, far, () => condition === 'silent')
    forward(far, near, () => condition === 'silent' || condition === 'mute')
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        // While nothing arrives, nobody hears of an end either.
        const end = () => pair.forEach((one) => one.destroy())
        if (condition === 'silent' || condition === 'mute') held.push(end)
        else end()
      })
    }
  })

  /** Everything goes through one queue for each direction, so that no delay and no silence changes the order. */
  function forward(from: Socket, to: Socket, isHeldBack: () => boolean): void {
    let queue = Promise.resolve()
    const pass = (deliver: () => void) => {
      const late = delay > 0 ? new Promise((resolve) => setTimeout(resolve, delay)) : undefined
      queue = queue.then(async () => {
        await late
        if (isHeldBack()) await new Promise<void>((resolve) => held.push(resolve))
        if (!to.destroyed) deliver()
      })
    }
    from.on('data', (data) => pass(() => to.write(data)))
    from.on('end', () => pass(() => to.end()))
  }

  function release(): void {
    for (const go of held.splice(0)) go()
  }

  function resetAll(): void {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => pairs.size,
    cut() {
      condition = 'cut'
      resetAll()
      release()
    },
    reset: resetAll,
    blackhole(what = 'all') {
      condition = what === 'all' ? 'silent' : 'mute'
    },
    slow(ms) {
      delay = ms
    },
    heal() {
      condition = 'well'
      delay = 0
      release()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      resetAll()
      condition = 'well'
      release()
      await closed
    },
  }
}
