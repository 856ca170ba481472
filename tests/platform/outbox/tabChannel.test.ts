// The messages between tabs, of which one may run an older build.

import { afterAll, expect, test } from 'vitest'
import { openTabChannel, type TabMessage } from '#web/platform/outbox/tabChannel.ts'

const NAME = 'tabs of two builds'
const olderBuild = new BroadcastChannel(NAME)
const ended: (() => void)[] = [() => olderBuild.close()]
afterAll(() => ended.forEach((end) => end()))

const done = { state: 'done', key: 'a', lane: 'lane', position: '7' } as const
const messages: [newer: TabMessage, older: unknown][] = [
  [{ type: 'changed' }, { type: 'changed' }],
  [
    { type: 'notice', notice: { ...done, response: { id: 'x' } } },
    { type: 'told', told: { ...done, answer: { id: 'x' } } },
  ],
  [
    { type: 'notice', notice: { state: 'waiting', lane: 'lane', failure: null } },
    { type: 'told', told: { state: 'waiting', lane: 'lane', failure: null } },
  ],
]

test('A tab receives the messages of an older build, and an older build those of a tab', async () => {
  const tab = openTabChannel(NAME)
  for (const [newer, older] of messages) {
    const received = new Promise((resolve) =>
      olderBuild.addEventListener('message', ({ data }) => resolve(data), { once: true }),
    )
    tab.publish(newer)
    expect(await received).toEqual(older)
    const arrived = new Promise((resolve) => ended.push(tab.subscribe(resolve)))
    olderBuild.postMessage(older)
    expect(await arrived).toEqual(newer)
  }
})
