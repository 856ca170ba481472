// The network between devices and the server, with its faults.

import { type Endpoint, type Params, type Query, endpointPath } from '#core/kernel/endpoint.ts'
import type { Session } from '#api/platform/http/route.ts'
import type { OpenSocket, ServerMessage } from '#web/chat/engine/live/socketPort.ts'
import type { Timers } from '#web/platform/time/timers.ts'
import type { VirtualTime } from '#tests/support/virtualTime.ts'
import type { SeededRandom } from '#tests/simulator/seededRandom.ts'
import type { FaultInjector } from '#tests/simulator/faults.ts'
import { type InjectedBug, type BuggyPorts, injectedBugs } from '#tests/simulator/injectedBugs.ts'
import type { ServerHost } from '#tests/simulator/serverHost.ts'
import type { Reply } from '#tests/simulator/server.ts'
import type { Packet } from '#tests/simulator/sockets.ts'

/** A device as the network sees it. */
export interface Line {
  isOnline(): boolean
  isAsleep(): boolean
  /** Runs it now, or when the device wakes. */
  awake(run: () => void): void
  /** The device's own timers, which stop while it sleeps. */
  timers: Timers
}

export interface Request {
  endpoint: Endpoint
  params?: Params
  query?: Query
  body?: unknown
  key?: string
}

export interface Network {
  /** Resolves with null when the network was down or no response came in time. */
  request(line: Line, token: string, request: Request): Promise<Reply | null>
  openSocket(line: Line): OpenSocket
  /** The network goes down: open connections are dead, which both ends notice later. */
  cut(line: Line): void
  /** The sessions by their tokens, while the server accepts them. */
  sessions: Map<string, Session>
  /** Ends a user's sessions, as another device would. */
  endSessionsOf(userId: string): void
}

const TIMEOUT_MS = 20_000
/** Socket.IO's timeout after which each end notices a dead connection. */
const NOTICE_MS = 45_000

interface Wire {
  line: Line
  isDead: boolean
  /** The client does not listen any more. */
  isClosed: boolean
  die(reason: string, afterMs: number): void
}

export interface World {
  time: VirtualTime
  random: SeededRandom
  faults: FaultInjector
  bug?: InjectedBug | undefined
}

export function createNetwork({ time, random, faults, bug }: World, host: ServerHost): Network {
  const planted: BuggyPorts = bug ? injectedBugs[bug] : {}
  const sessions = new Map<string, Session>()
  const wires = new Set<Wire>()
  let opened = 0
  let keys = 0
  const lag = () => random.between(5, 150)
  host.onDeath(() => {
    for (const wire of wires) wire.die('transport close', lag())
  })

  function request(line: Line, token: string, { endpoint, params, query, body, key }: Request) {
    return new Promise<Reply | null>((resolve) => {
      const stopWaiting = line.timers.after(TIMEOUT_MS, () => resolve(null))
      const settle = (reply: Reply | null) =>
        line.awake(() => {
          stopWaiting()
          resolve(reply)
        })
      if (!line.isOnline()) return void time.after(lag(), () => settle(null))
      if (faults.happens('dropRequest')) return
      const travels = faults.happens('lateRequest') ? random.between(15_000, 60_000) : lag()
      const [path, search] = endpointPath(endpoint, params, query).split('?')
      time.after(travels, () => void arrive())

      async function arrive(): Promise<void> {
        const server = host.process()
        if (!server) return settle(null)
        const session = sessions.get(token)
        const asked = {
          method: endpoint.method,
          path: path!,
          query: new URLSearchParams(search),
          body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
          key: key ?? `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`,
        }
        if (session) server.seen(session)
        const reply = session ? await server.answer(session, asked) : { status: 401, body: {} }
        // Nothing arrives from a killed server.
        if (host.process() !== server) return void time.after(lag(), () => settle(null))
        if (faults.happens('dropAnswer')) return
        time.after(lag(), () => {
          if (line.isOnline() && !line.isAsleep()) settle(reply)
        })
      }
    })
  }

  const openSocket =
    (line: Line): OpenSocket =>
    (token, hearer) => {
      const id = `socket ${++opened}`
      const hears = planted.packetFilter?.() ?? ((packet: Packet) => packet)
      let say: ((event: string, payload: unknown) => void) | null = null
      let [up, down] = [0, 0]
      const wire: Wire = {
        line,
        isDead: false,
        isClosed: false,
        die(reason, afterMs) {
          if (wire.isDead) return
          wire.isDead = true
          const server = host.process()
          time.after(NOTICE_MS, () => server?.disconnect(id))
          time.after(afterMs, () => line.awake(() => gone(reason)))
        },
      }
      wires.add(wire)
      const gone = (reason: string) => {
        wires.delete(wire)
        if (!wire.isClosed) hearer.disconnected(reason)
      }
      const carry = (packet: Packet, lateMs = 0) => {
        const isOvertaking = !isUnnumbered(packet) && faults.happens('reorderPush')
        const at = Math.max(isOvertaking ? 0 : down, time.now() + lag() + lateMs)
        if (lateMs === 0) down = Math.max(down, at)
        time.after(at - time.now(), () => {
          // What arrives while a device sleeps stays in its buffers or is lost.
          if (wire.isDead || (line.isAsleep() && random.is(0.5))) return
          line.awake(() => {
            const heard = hears(packet)
            if (heard && !wire.isClosed) hearer.received(heard as ServerMessage)
          })
        })
      }
      time.after(lag(), () => {
        const server = host.process()
        const isRefused = !server || !line.isOnline() || faults.happens('refuseSocket')
        if (wire.isClosed || wire.isDead) return void wires.delete(wire)
        if (isRefused) {
          wires.delete(wire)
          return line.awake(() => !wire.isClosed && hearer.failed('websocket error'))
        }
        const session = sessions.get(token)
        line.awake(() => !wire.isClosed && hearer.connected())
        if (!session) {
          carry({ event: 'auth_error', payload: { code: 'INVALID_TOKEN', message: 'Invalid token format' } })
          return
        }
        say = server.connect(id, session, (packet) => {
          const isAnswer = packet.event === 'authenticated' || packet.event === 'error'
          if (isAnswer) return carry(packet)
          if (faults.happens('dropPush')) return
          if (isUnnumbered(packet)) {
            if (faults.happens('doublePush')) carry(packet)
            return carry(packet)
          }
          if (faults.happens('doublePush')) carry(packet, random.between(0, 5000))
          carry(packet, faults.happens('latePush') ? random.between(500, 20_000) : 0)
        })
      })
      return {
        emit(event, payload) {
          up = Math.max(up, time.now() + lag())
          time.after(up - time.now(), () => {
            if (!wire.isDead && !line.isAsleep()) say?.(event, structuredClone(payload))
          })
        },
        close() {
          wire.isClosed = true
          wires.delete(wire)
          const server = host.process()
          time.after(line.isOnline() ? lag() : NOTICE_MS, () => server?.disconnect(id))
        },
      }
    }

  return {
    sessions,
    endSessionsOf(userId) {
      for (const [token, session] of sessions) if (session.id === userId) sessions.delete(token)
    },
    request,
    openSocket,
    cut(line) {
      for (const wire of wires)
        if (wire.line === line) wire.die('ping timeout', random.between(1000, NOTICE_MS))
    },
  }
}

/** Only the order within a socket says which of two presences is newer, and a socket never reorders. */
const isUnnumbered = ({ event }: Packet): boolean => event === 'user_presence'
