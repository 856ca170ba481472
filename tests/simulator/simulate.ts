// One run from a seed: minutes full of faults, then rest, then the comparison. The same seed gives the same run, to the
// millisecond.

import { planTrip } from '#core/trips/contract.ts'
import { startConversation } from '#core/chat/contract.ts'
import { createTripChat } from '#core/chat/tripChatContract.ts'
import { endpointPath, type Endpoint, type Params } from '#core/kernel/endpoint.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { Session } from '#api/platform/http/route.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'
import { type AskServer, violationsAtRest } from '#tests/simulator/atRest.ts'
import { seededRandom } from '#tests/simulator/seededRandom.ts'
import { type Device, createDevice } from '#tests/simulator/device.ts'
import { withGlobalTime } from '#tests/simulator/globalTime.ts'
import { type Counts, createFaultInjector } from '#tests/simulator/faults.ts'
import { createNetwork } from '#tests/simulator/network.ts'
import { doRandomAction } from '#tests/simulator/people.ts'
import type { InjectedBug } from '#tests/simulator/injectedBugs.ts'
import { createServerHost } from '#tests/simulator/serverHost.ts'

export interface Run {
  seed: number
  /** The rules that did not hold at rest; empty when all did. */
  wrong: string[]
  /** The number of messages that people sent. */
  sent: number
  /** The number of times that each fault happened. */
  counts: Counts
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const names = ['ann', 'ben', 'cho', 'dee']

/** @param bug an injected bug that the run has to find */
export function simulate(seed: number, bug?: InjectedBug): Promise<Run> {
  const time = virtualTime()
  return withGlobalTime(time, async () => {
    const random = seededRandom(seed)
    const faults = createFaultInjector(random)
    const world = { time, random, faults, bug }
    const people = names.slice(0, 2 + random.below(3)).map(personOf)
    const host = createServerHost(world, people)
    const network = createNetwork(world, host)
    await host.start()

    const call = async (by: Session, of: Endpoint, params: Params, body: unknown) => {
      const asked = { method: of.method, path: endpointPath(of, params), query: new URLSearchParams(), body }
      const { body: response } = await host.process()!.answer(by, { ...asked, key: random.uuid() })
      return response as { trip: { id: string } }
    }
    const [ann, ...others] = people as [Session, ...Session[]]
    const otherIds = others.map(({ id }) => id)
    const plan = { title: 'Kyoto', destination: 'Japan', startDate: '2026-06-01', endDate: '2026-06-08' }
    const { trip } = await call(ann, planTrip, {}, { ...plan, inviteUserIds: otherIds })
    const tripId = trip.id
    await call(ann, createTripChat, { tripId }, { name: 'Food' })
    await call(ann, startConversation, {}, { type: 'direct', participant_ids: [otherIds[0]] })
    await call(ann, startConversation, {}, { type: 'group', name: 'Friends', participant_ids: otherIds })

    const devices = people.flatMap((person) =>
      Array.from({ length: random.is(0.3) ? 2 : 1 }, () => createDevice({ ...world, network }, person)),
    )
    for (const device of devices) {
      device.signIn()
      device.openTab()
      if (random.is(0.3)) device.openTab()
    }
    await time.forward(2 * SECOND)

    faults.start()
    let isOver = false
    const scenario = { tripId, people: people.map(({ id }) => id) }
    for (const device of devices) live(device)
    disturb()
    slowDown()
    // The operator restarts it on the same log.
    host.onDeath(() => void time.after(random.between(1, 20) * SECOND, () => void host.start()))
    await time.forward(random.between(1, 4) * MINUTE)
    isOver = true
    faults.stop()
    await comeToRest()

    const ask: AskServer = (person, path, query = '') =>
      host.process()!.answer(person, {
        method: 'GET',
        path,
        query: new URLSearchParams(query),
        body: undefined,
        key: random.uuid(),
      })
    const wrong = await violationsAtRest({ time, devices, ask })
    const sent = devices.reduce((sum, device) => sum + device.sent.length, 0)
    for (const device of devices) for (const tab of [...device.tabs]) tab.close()
    host.kill()
    return { seed, wrong, sent, counts: faults.counts }

    /** A person who uses the device. */
    function live(device: Device): void {
      time.after(random.between(200, 4000), () => {
        if (isOver) return
        if (!device.line.isAsleep()) {
          if (device.isSignedIn()) doRandomAction(device, random, scenario)
          else if (random.is(0.2)) device.signIn()
        }
        live(device)
      })
    }

    /** Every few seconds something happens to the server or to a device. */
    function disturb(): void {
      time.after(random.between(2, 12) * SECOND, () => {
        if (isOver) return
        disturbance(random.of(devices))
        disturb()
      })
    }

    /** The storage of one tab alone, as where another page of the browser keeps it busy. */
    function slowDown(): void {
      time.after(random.between(10, 40) * SECOND, () => {
        if (isOver) return
        const { tabs } = random.of(devices)
        if (tabs.length > 0) {
          faults.count('storageSlow')
          random.of(tabs).slowStorage(4 * SECOND)
        }
        slowDown()
      })
    }

    function disturbance(device: Device): void {
      const later = (ms: number, run: () => void) => void time.after(ms, () => !isOver && run())
      const { line, tabs } = device
      switch (random.below(10)) {
        case 0:
          faults.count('serverKilled')
          return host.kill()
        case 1:
          faults.count('serverClockTurned')
          return host.turnClock(random.of([-60, 60]) * MINUTE)
        case 2:
          faults.count('clockTurned')
          return device.turnClock(random.of([-60, 60]) * MINUTE)
        case 3:
          faults.count('offline')
          device.goOffline()
          return later(random.between(1, 60) * SECOND, device.goOnline)
        case 4:
          faults.count('asleep')
          device.sleep()
          return later(random.of([10 * SECOND, 10 * MINUTE]), device.wake)
        case 5:
          if (line.isAsleep()) return
          faults.count('reloaded')
          return device.reload()
        case 6:
          if (line.isAsleep()) return
          faults.count('tabOpenedOrClosed')
          if (tabs.length > 1) random.of(tabs).close()
          else device.openTab()
          return
        case 7:
          faults.count('sessionEnded')
          return network.endSessionsOf(device.person.id)
        case 8:
          return device.resume()
        case 9:
          faults.count('eighthDay')
          device.goOffline()
          later(10 * SECOND, () => device.turnClock(8 * DAY))
          return later(random.between(20, 60) * SECOND, device.goOnline)
      }
    }

    async function comeToRest(): Promise<void> {
      // Reading a long log may need time, and virtual time must be advanced for it.
      void host.start()
      await time.forward(SECOND)
      for (const device of devices) {
        device.goOnline()
        device.wake()
        if (device.tabs.length === 0 || device.hasJournal()) device.openTab()
      }
      // A device whose session was ended notices it at its next request.
      await time.forward(MINUTE)
      for (const device of devices) if (!device.isSignedIn()) device.signIn()
      await time.forward(3 * MINUTE)
      for (const device of devices) device.resume()
      await time.forward(MINUTE)
    }
  })
}

function personOf(username: string): Session {
  const id = idFrom('person', username)
  return { id, username, sid: id, email: null, isAdmin: false, expiresAt: Infinity }
}
