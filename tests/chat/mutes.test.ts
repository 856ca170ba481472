// What notifies a person of a conversation: the rules, and over HTTP.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMuted, muteStreamType, type MutesSet, type SetNotifications } from '#core/chat/mutes.ts'
import { say, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { given } from '#tests/support/given.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const now = '2026-05-02T10:00:00.000Z'
const later = '2026-05-02T18:00:00.000Z'
const set = (level: SetNotifications['level'], until: string | null = null): SetNotifications => ({
  ...{ type: 'SetNotifications', userId: 'ann', conversationId: 'talk' },
  ...{ level, until, now },
})
const muted = (mutes: MutesSet['data']['mutes']): MutesSet => ({
  type: 'MutesSet',
  data: { userId: 'ann', mutes, conversationId: 'talk' },
})

describe('the rules', () => {
  it('A setting is stored once, takes the place of the earlier one, and goes with "all"', () => {
    const mentions = { level: 'mentions', until: null } as const
    given(muteStreamType)
      .when(set('mentions'))
      .then(muted({ talk: mentions }))
    given(muteStreamType, muted({ talk: mentions }))
      .when(set('mentions'))
      .then()
    given(muteStreamType, muted({ talk: mentions }))
      .when(set('none', later))
      .then(muted({ talk: { level: 'none', until: later } }))
    given(muteStreamType, muted({ talk: mentions }))
      .when(set('all'))
      .then(muted({}))
    given(muteStreamType).when(set('all')).then()
  })

  it('What is over is forgotten with the next setting', () => {
    const over = { level: 'none', until: now } as const
    given(muteStreamType, muted({ other: over }))
      .when(set('none'))
      .then(muted({ talk: { level: 'none', until: null } }))
    expect([isMuted(over, now), isMuted({ level: 'none', until: later }, now)]).toEqual([false, true])
  })
})

describe('over HTTP', () => {
  let product: Product<'ann' | 'ben'>
  let asAnn: Client
  beforeAll(async () => {
    product = await startProduct({ people: ['ann', 'ben'] })
    asAnn = product.as('ann')
  })
  afterAll(() => product.stop())

  it('The setting is that of the account: in the list, in the conversation and on the other devices, and of nobody else', async () => {
    const id = await startGroup(asAnn, [product.people.ben.id])
    const [device, other] = [await product.listen('ann'), await product.listen('ben')]
    const body = { level: 'none', until: '2030-01-01T00:00:00Z' }
    expectSuccess(await asAnn.put(`/conversations/${id}/notifications`, body))
    await device.waitFor('conversation:changed')
    const notifications = { level: 'none', until: '2030-01-01T00:00:00.000Z' }
    const { conversation } = expectSuccess(await asAnn.get(`/conversations/${id}`))
    expect(conversation).toMatchObject({ notifications })
    await say(product.as('ben'), id, 'Hello')
    const listed = expectSuccess(await asAnn.get('/conversations?limit=1')).conversations[0]
    expect(listed).toMatchObject({ id, notifications, unread_count: 1 })
    expect(expectSuccess(await asAnn.get('/conversations?limit=1&offset=1')).unread_elsewhere).toMatchObject([
      { id, notifications },
    ])
    await other.settled()
    expect(other.payloadsOf('conversation:changed')).toEqual([])
    const ofBen = expectSuccess(await product.as('ben').get(`/conversations/${id}`)).conversation
    expect(ofBen).not.toHaveProperty('notifications')
    expectSuccess(await asAnn.put(`/conversations/${id}/notifications`, { level: 'all' }))
    expect(expectSuccess(await asAnn.get(`/conversations/${id}`)).conversation).not.toHaveProperty(
      'notifications',
    )
    for (const wrong of [{ level: 'some' }, { level: 'none', until: 'tomorrow' }, {}])
      expect((await asAnn.put(`/conversations/${id}/notifications`, wrong)).status).toBe(400)
  })
})
