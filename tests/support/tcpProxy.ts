// A TCP proxy between a client and a real server, which can cut, silence or slow the connection. It knows no protocol,
// so it works for any store.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** The number of open connections. */
  connections(): number
  /** The number of chunks that `drop` has lost. */
  lost(): number
  /** Resets all connections and refuses new ones, until `heal`. */
  cut(): void
  /** Resets all connections; new ones work. */
  reset(): void
  /**
   * Delivers nothing more, without an error: connections stay open and new ones are accepted. `heal` delivers what was
   * held
   * back, as TCP does after a short enough outage. `answers` holds back only what the server sends, so it still
   * receives
   * everything.
   */
  blackhole(what?: 'all' | 'answers'): void
  /**
   * Delivers nothing more, and nothing later either: connections that are used or opened meanwhile stay silent after
   * `heal`, as where a network drops packets for so long that TCP tries again only much later.
   */
  drop(): void
  /** Delays all data by this many milliseconds, in order, in both directions. */
  slow(ms: number): void
  /** Ends every fault, also for the open connections. */
  heal(): void
  close(): Promise<void>
}

type Condition = 'well' | 'cut' | 'silent' | 'mute' | 'lossy'

/**
 * @param options.target the real server's address; nothing needs to listen there
 * @param options.port to listen on, so that a client finds it again; default: a free one
 */
export async function createTcpProxy(options: {
  target: { host?: string; port: number }
  port?: number
}): Promise<TcpProxy> {
  const { host = '127.0.0.1', port: targetPort } = options.target
  let condition: Condition = 'well'
  let delay = 0
  let lost = 0
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
        // While nothing is delivered, the end of a connection is not delivered either.
        const end = () => pair.forEach((one) => one.destroy())
        if (condition === 'silent' || condition === 'mute') held.push(end)
        else end()
      })
    }
  })

  /** Each direction has one queue, so that delays and blackholes keep the order. */
  function forward(from: Socket, to: Socket, isHeldBack: () => boolean): void {
    let queue = Promise.resolve()
    const pass = (deliver: () => void) => {
      const late = delay > 0 ? new Promise((resolve) => setTimeout(resolve, delay)) : undefined
      queue = queue.then(async () => {
        await late
        if (condition === 'lossy') {
          lost += 1
          await new Promise(() => undefined)
        }
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
    lost: () => lost,
    cut() {
      condition = 'cut'
      resetAll()
      release()
    },
    reset: resetAll,
    blackhole(what = 'all') {
      condition = what === 'all' ? 'silent' : 'mute'
    },
    drop() {
      condition = 'lossy'
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
