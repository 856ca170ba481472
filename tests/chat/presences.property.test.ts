// After any pushes and responses, the presence on a device equals the server's.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatPorts, RequestResult } from '#web/chat/engine/chatPorts.ts'
import { createPresences } from '#web/chat/engine/presences.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { type VirtualTime, virtualTime } from '#tests/support/virtualTime.ts'

const people = ['ann', 'ben']
/** `gone`: the account is disabled, so the server publishes that the person is offline, and does not list them. */
const statuses = ['online', 'away', 'offline', 'gone'] as const
type Status = (typeof statuses)[number]

const step = fc.record({
  do: fc.constantFrom('change', 'push', 'lose', 'serve', 'arrive', 'fail', 'wake', 'wait'),
  who: fc.constantFrom(...people),
  status: fc.constantFrom(...statuses),
  which: fc.nat(10),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Asked {
  answer: RequestResult<unknown> | null
  arrive(got: RequestResult<unknown>): void
}

async function play(steps: readonly Step[], time: VirtualTime) {
  const server = new Map<string, Status>(people.map((id) => [id, 'offline']))
  const listed = () =>
    people.flatMap((id) => {
      const status = server.get(id)!
      return status === 'gone' ? [] : [{ id, username: id, status, lastSeen: null }]
    })
  let pushes: { user_id: string; username: string; status: Exclude<Status, 'gone'>; last_seen: null }[] = []
  let asked: Asked[] = []
  const take = (served: boolean, which: number): Asked | undefined => {
    const some = asked.filter(({ answer }) => (answer !== null) === served)
    return some[which % (some.length || 1)]
  }
  const settle = async (one: Asked | undefined, got: RequestResult<unknown> | null | undefined) => {
    if (!one || !got) return
    asked = asked.filter((other) => other !== one)
    one.arrive(got)
    await time.settle()
  }
  const request = (() =>
    new Promise<RequestResult<unknown>>((arrive) =>
      asked.push({ answer: null, arrive }),
    )) as ChatPorts['request']
  const shown: Record<string, UserPresence> = {}
  const presences = createPresences({ request, timers: time, random: () => 0.5 }, shown)
  const serve = (one: Asked | undefined) => {
    if (one) one.answer = { state: 'done', response: { data: listed() } }
  }

  const acts: Record<Step['do'], (step: Step) => unknown> = {
    change({ who, status }) {
      if (server.get(who) === status) return
      server.set(who, status)
      const pushed = status === 'gone' ? 'offline' : status
      pushes.push({ user_id: who, username: who, status: pushed, last_seen: null })
    },
    // One socket delivers in order.
    push() {
      const push = pushes.shift()
      if (push) presences.received(push)
    },
    lose() {
      pushes = []
      presences.refresh()
    },
    serve: ({ which }) => serve(take(false, which)),
    arrive: ({ which }) => settle(take(true, which), take(true, which)?.answer),
    fail: ({ which }) => settle(take(false, which), { state: 'unreachable' }),
    wake: () => presences.wake(),
    wait: ({ which }) => time.forward(which * 10_000),
  }
  for (const one of steps) await acts[one.do](one)

  while (pushes.length > 0) presences.received(pushes.shift()!)
  // Failed requests are retried, and the newest response arrives first.
  await time.forward(60_000)
  for (const one of asked) serve(one)
  while (asked.length > 0) await settle(asked.at(-1), asked.at(-1)!.answer)
  presences.close()
  return {
    // A person who is not known is not shown as online either.
    known: people.map((id) => shown[id]?.status ?? 'offline'),
    server: people.map((id) => listed().find((user) => user.id === id)?.status ?? 'offline'),
  }
}

test('After any responses and pushes, lost, late or reordered, the device knows who is online', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { known, server } = await play(steps, virtualTime())
      expect(known).toEqual(server)
    }),
    { numRuns: 300 },
  )
})

test('A failed fetch of presence is retried, and presence is fetched once a minute while it is on the screen', async () => {
  const time = virtualTime()
  let asked = 0
  const request = (async () =>
    ++asked === 1
      ? { state: 'unreachable' }
      : { state: 'done', response: { data: [] } }) as ChatPorts['request']
  const presences = createPresences({ request, timers: time, random: () => 0 }, {})
  await time.forward(1000)
  expect(asked).toBe(2)
  presences.wake()
  expect(asked).toBe(2)
  await time.forward(60_001)
  presences.wake()
  expect(asked).toBe(3)
})
