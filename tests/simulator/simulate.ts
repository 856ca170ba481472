// One run from a seed: some minutes in which everything goes wrong that can, then rest, then the looking. The same
// seed is the same run, to the millisecond.

import { planTrip } from '#core/trips/contract.ts'
import { createTripChat, startConversation } from '#core/chat/contract.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { Session } from '#api/platform/route.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'
import type { AskServer } from '#tests/simulator/atRest.ts'
import { findAtRest } from '#tests/simulator/atRest.ts'
import { chanceFrom } from '#tests/simulator/chance.ts'
import type { Device } from '#tests/simulator/device.ts'
import { createDevice } from '#tests/simulator/device.ts'
import { withGlobalTime } from '#tests/simulator/globalTime.ts'
import type { Counts } from '#tests/simulator/mischief.ts'
import { createMischief } from '#tests/simulator/mischief.ts'
import { createNetwork } from '#tests/simulator/network.ts'
import { act } from '#tests/simulator/people.ts'
import type { Plant } from '#tests/simulator/plants.ts'
import { createPlace } from '#tests/simulator/place.ts'

export interface Run {
  seed: number
  /** What was not as it should be at rest; empty when all was. */
  wrong: string[]
  /** Messages that people sent. */
  sent: number
  /** What went wrong on the way, and how often. */
  counts: Counts
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const names = ['ann', 'ben', 'cho', 'dee']

/** @param plant a mistake to be found */
export function simulate(seed: number, plant?: Plant): Promise<Run> {
  const time = virtualTime()
  return withGlobalTime(time, async () => {
    const chance = chanceFrom(seed)
    const mischief = createMischief(chance)
    const world = { time, chance, mischief, plant }
    const people = names.slice(0, 2 + chance.below(3)).map(personOf)
    const place = createPlace(world, people)
    const network = createNetwork(world, place)
    await place.start()

    const call = async (by: Session, of: Endpoint, params: Params, body: unknown) => {
      const asked = { method: of.method, path: endpointPath(of, params), query: new URLSearchParams(), body }
      const { body: response } = await place.process()!.answer(by, { ...asked, key: chance.uuid() })
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
      Array.from({ length: chance.is(0.3) ? 2 : 1 }, () => createDevice({ ...world, network }, person)),
    )
    for (const device of devices) {
      device.signIn()
      device.openTab()
      if (chance.is(0.3)) device.openTab()
    }
    await time.forward(2 * SECOND)

    mischief.begin()
    let isOver = false
    const scene = { tripId, people: people.map(({ id }) => id) }
    for (const device of devices) live(device)
    disturb()
    // Whoever runs it starts it again, on what it left.
    place.onDeath(() => void time.after(chance.between(1, 20) * SECOND, () => void place.start()))
    await time.forward(chance.between(1, 4) * MINUTE)
    isOver = true
    mischief.rest()
    await comeToRest()

    const ask: AskServer = (person, path, query = '') =>
      place.process()!.answer(person, {
        method: 'GET',
        path,
        query: new URLSearchParams(query),
        body: undefined,
        key: chance.uuid(),
      })
    const wrong = await findAtRest({ time, devices, ask })
    const sent = devices.reduce((sum, device) => sum + device.sent.length, 0)
    for (const device of devices) for (const tab of [...device.tabs]) tab.close()
    place.kill()
    return { seed, wrong, sent, counts: mischief.counts }

    /** A person with a device in their hand. */
    function live(device: Device): void {
      time.after(chance.between(200, 4000), () => {
        if (isOver) return
        if (!device.line.isAsleep()) {
          if (device.isSignedIn()) act(device, chance, scene)
          else if (chance.is(0.2)) device.signIn()
        }
        live(device)
      })
    }

    /** Every few seconds something happens to the server or to a device. */
    function disturb(): void {
      time.after(chance.between(2, 12) * SECOND, () => {
        if (isOver) return
        disturbance(chance.of(devices))
        disturb()
      })
    }

    function disturbance(device: Device): void {
      const later = (ms: number, run: () => void) => void time.after(ms, () => !isOver && run())
      const { line, tabs } = device
      switch (chance.below(9)) {
        case 0:
          mischief.did('serverKilled')
          return place.kill()
        case 1:
          mischief.did('serverClockTurned')
          return place.turnClock(chance.of([-60, 60]) * MINUTE)
        case 2:
          mischief.did('clockTurned')
          return device.turnClock(chance.of([-60, 60]) * MINUTE)
        case 3:
          mischief.did('offline')
          device.goOffline()
          return later(chance.between(1, 60) * SECOND, device.goOnline)
        case 4:
          mischief.did('asleep')
          device.sleep()
          return later(chance.of([10 * SECOND, 10 * MINUTE]), device.wake)
        case 5:
          if (line.isAsleep()) return
          mischief.did('reloaded')
          return device.reload()
        case 6:
          if (line.isAsleep()) return
          mischief.did('tabOpenedOrClosed')
          if (tabs.length > 1) chance.of(tabs).close()
          else device.openTab()
          return
        case 7:
          mischief.did('sessionEnded')
          return network.endSessionsOf(device.person.id)
        case 8:
          return device.resume()
      }
    }

    async function comeToRest(): Promise<void> {
      // It may need time to read a long log, and time passes only when it is let.
      void place.start()
      await time.forward(SECOND)
      for (const device of devices) {
        device.goOnline()
        device.wake()
        if (device.tabs.length === 0) device.openTab()
      }
      // Whose session was ended notices it with the next call.
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
  return { id, username, sid: id, email: null, isAdmin: false, endsAt: Infinity }
}
