// A change of role counts with the next request, whatever the read side shows. Nora is walked through all that can
// happen to a person on a trip, and at each step every call is asked for in a way that changes nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation, Actor } from '#core/store/operation.ts'
import { executeOperation } from '#core/store/operation.ts'
import { CancelInvitationOperation, RespondToInvitationOperation } from '#core/trips/invitations.ts'
import * as trips from '#core/trips/operations.ts'
import type { Caller, Scene, Theatre } from '#tests/authorization/scene.ts'
import { openTheatre, stage } from '#tests/authorization/scene.ts'
import { endless, expectedOf, isOfTrip, later, methodOf, probeOf, rows } from '#tests/authorization/table.ts'
import type { Client } from '#tests/support/client.ts'
import { done } from '#tests/support/client.ts'
import type { HeldReadStore } from '#tests/support/heldReadStore.ts'
import { createHeldReadStore } from '#tests/support/heldReadStore.ts'

let theatre: Theatre
let readStore: HeldReadStore

beforeAll(async () => {
  readStore = createHeldReadStore()
  theatre = await openTheatre({ readStore })
})
afterEach(() => readStore.release())
afterAll(() => theatre.stop())

type Relation = Exclude<Caller, 'anonymous' | 'admin'>
type Step = [when: string, act: () => Promise<unknown>, relation: Relation]

/** All that can happen to Nora on Olga's trip. */
function stepsOn({ tripId }: Scene) {
  const { nora, olga } = theatre.people
  const her = { tripId, userId: nora.id }
  const invitation = async () => {
    const path = `/trip-invitations?status=pending&tripId=${tripId}`
    return { invitationId: done(await theatre.as('nora').get(path)).invitations[0].id as string }
  }
  return {
    invite: () => does(olga, trips.InviteToTripOperation, { tripId }, { userIds: [nora.id] }),
    makeCoOrganizer: () => does(olga, trips.ChangeRoleOperation, her, { role: 'co_organizer' }),
    makeMember: () => does(olga, trips.ChangeRoleOperation, her, { role: 'member' }),
    handOver: () => does(olga, trips.HandOverTripOperation, { tripId }, { userId: nora.id }),
    handBack: () => does(nora, trips.HandOverTripOperation, { tripId }, { userId: olga.id }),
    leave: () => does(nora, trips.LeaveTripOperation, { tripId }),
    remove: () => does(olga, trips.RemoveParticipantOperation, her),
    accept: async () =>
      does(nora, RespondToInvitationOperation, await invitation(), { response: 'accepted' }),
    decline: async () =>
      does(nora, RespondToInvitationOperation, await invitation(), { response: 'declined' }),
    cancel: async () => does(olga, CancelInvitationOperation, await invitation()),
    deleteTrip: () => does(olga, trips.DeleteTripOperation, { tripId }),
  }
}

/** Not over HTTP, whose answers would wait for a read side that is held back. */
async function does(by: Actor, of: AnyOperation, params: Record<string, string>, body?: unknown) {
  const asked = { params, body, by, key: randomUUID(), requestId: 'r' }
  const outcome = await executeOperation(theatre.server.operate, of, asked)
  if (outcome.refusal) throw new Error(JSON.stringify(outcome.refusal))
}

/** Asks for every call as somebody in this relation to the trip; null where the trip is gone. */
async function expectAll(
  client: Client,
  relation: Relation | null,
  scene: Scene,
  isPublic: boolean,
  when = '',
) {
  const before = await theatre.store.head()
  for (const row of rows) {
    const isAsked = isOfTrip(row) && ![...later, ...endless].includes(row.call)
    const probe = isAsked && probeOf(row, theatre, scene)
    if (!probe || row.call.includes(isPublic ? '{private}' : '{public}')) continue
    const { body, headers = {}, allowed } = probe
    const { status, reduced, request } = expectedOf(row, relation ?? 'stranger', isPublic)
    const path = request ? probe.path.replace(scene.answeredId, scene.requestId) : probe.path
    // The invitation asked about is Otto's: no member answers it for him.
    const isAnswer = relation === 'member' && row.call.endsWith('/respond')
    // Whoever is on the trip hears of what is wrong with the request before what is against it.
    const mayAsk = (status < 400 || status === 409) && !reduced
    const expected = relation === null || isAnswer ? 404 : mayAsk ? allowed : status
    const answer = await client.send(methodOf(row), path, { body, headers })
    expect(answer.status, `${row.call} as ${relation} ${when}: ${answer.text}`).toBe(expected)
    const role: unknown = answer.body.trip?.userRole
    if (role !== undefined) expect(role, when).toBe(reduced ? null : relation)
  }
  // Of a trip that is gone the rest is being erased meanwhile.
  if (relation !== null) expect(await theatre.store.head()).toBe(before)
}

async function isListed(client: Client, { tripId }: Scene): Promise<boolean> {
  const { trips: list } = done(await client.get('/trips?limit=100'))
  return list.some(({ id }: { id: string }) => id === tripId)
}

const isOut = (relation: Relation) => relation === 'stranger' || relation === 'former'

describe.each([{ isPublic: false }, { isPublic: true }])(
  'on a trip that is public: $isPublic',
  ({ isPublic }) => {
    it('each change counts with the next request', async () => {
      const scene = await stage(theatre, isPublic)
      const to = stepsOn(scene)
      const steps: Step[] = [
        ['before anything', async () => undefined, 'stranger'],
        ['invited', to.invite, 'member'],
        ['made co_organizer', to.makeCoOrganizer, 'co_organizer'],
        ['made member again', to.makeMember, 'member'],
        ['handed the trip', to.handOver, 'organizer'],
        ['having handed it back', to.handBack, 'co_organizer'],
        ['gone', to.leave, 'former'],
        ['invited again', to.invite, 'member'],
        ['removed', to.remove, 'former'],
        ['invited once more', to.invite, 'member'],
        ['having declined', to.decline, 'former'],
        ['invited after that', to.invite, 'member'],
        ['her invitation cancelled', to.cancel, 'former'],
        ['invited at last', to.invite, 'member'],
        ['having accepted', to.accept, 'member'],
      ]
      for (const [when, act, relation] of steps) {
        await act()
        await theatre.caughtUp()
        await expectAll(theatre.as('nora'), relation, scene, isPublic, when)
        expect(await isListed(theatre.as('nora'), scene), when).toBe(!isOut(relation))
        if (when === 'handed the trip')
          await expectAll(theatre.as('olga'), 'co_organizer', scene, isPublic, 'having handed it over')
      }
      await to.deleteTrip()
      for (const name of ['olga', 'nora', 'fred', 'sam'] as const) {
        await expectAll(theatre.as(name), null, scene, isPublic, 'deleted')
        expect(await isListed(theatre.as(name), scene)).toBe(false)
      }
    })

    it('each change counts although the read side shows none of it', async () => {
      const scene = await stage(theatre, isPublic)
      const to = stepsOn(scene)
      const steps: Step[] = [
        ['invited', to.invite, 'member'],
        ['made co_organizer', to.makeCoOrganizer, 'co_organizer'],
        ['handed the trip', to.handOver, 'organizer'],
        ['having handed it back', to.handBack, 'co_organizer'],
        ['made member', to.makeMember, 'member'],
        ['removed', to.remove, 'former'],
      ]
      await theatre.caughtUp()
      readStore.hold()
      for (const [when, act, relation] of steps) {
        await act()
        await expectAll(theatre.as('nora'), relation, scene, isPublic, when)
        if (when === 'handed the trip')
          await expectAll(theatre.as('olga'), 'co_organizer', scene, isPublic, 'having handed it over')
      }
      readStore.release()
      await to.invite()
      await theatre.caughtUp()

      readStore.hold()
      expect(await isListed(theatre.as('nora'), scene), 'the views know her').toBe(true)
      await to.leave()
      await expectAll(theatre.as('nora'), 'former', scene, isPublic, 'gone')
      expect(await isListed(theatre.as('nora'), scene), 'gone').toBe(false)
      await to.deleteTrip()
      for (const name of ['olga', 'nora', 'fred', 'sam'] as const) {
        await expectAll(theatre.as(name), null, scene, isPublic, 'deleted')
        expect(await isListed(theatre.as(name), scene)).toBe(false)
        const path = `/trip-invitations?tripId=${scene.tripId}`
        expect(done(await theatre.as(name).get(path)).invitations).toEqual([])
      }
      readStore.release()
    })
  },
)

describe('while the read side is held back', () => {
  const notesSeenBy = async (client: Client, { tripId }: Scene): Promise<unknown[]> => {
    const { guestParticipants } = done(await client.get(`/trips/${tripId}/guest-participants`))
    return guestParticipants.map((guest: { notes?: string }) => guest.notes)
  }

  it('a guest’s notes go with the role', async () => {
    const scene = await stage(theatre, false)
    const to = stepsOn(scene)
    const path = `/trips/${scene.tripId}/guest-participants/${scene.guestId}`
    done(await theatre.as('olga').put(path, { notes: 'Afraid of heights' }))
    await theatre.caughtUp()

    readStore.hold()
    await to.invite()
    expect(await notesSeenBy(theatre.as('nora'), scene), 'she has just come').toEqual([undefined])
    await to.makeCoOrganizer()
    expect(await notesSeenBy(theatre.as('nora'), scene)).toEqual(['Afraid of heights'])
    readStore.release()
    await theatre.caughtUp()

    readStore.hold()
    await to.makeMember()
    expect(await notesSeenBy(theatre.as('nora'), scene), 'she was co_organizer').toEqual([undefined])
    readStore.release()
  })

  it('a trip that has turned private is found by nobody, also by who asked to join it', async () => {
    const scene = await stage(theatre, true)
    const path = `/trips/${scene.tripId}`
    const seen = async (name: 'rita' | 'sam') => {
      const { trips: found } = done(await theatre.as(name).get('/trips?scope=discover&limit=100'))
      const { invitations } = done(await theatre.as(name).get(`/trip-invitations?tripId=${scene.tripId}`))
      const isFound = found.some(({ id }: { id: string }) => id === scene.tripId)
      return [isFound, invitations.length, (await theatre.as(name).get(path)).status]
    }
    await theatre.caughtUp()
    expect([await seen('rita'), await seen('sam')]).toEqual([
      [true, 1, 200],
      [true, 0, 200],
    ])
    readStore.hold()
    await does(theatre.people.olga, trips.ChangeTripOperation, { tripId: scene.tripId }, { isPublic: false })
    expect([await seen('rita'), await seen('sam')]).toEqual([
      [false, 0, 404],
      [false, 0, 404],
    ])
    readStore.release()
  })

  it('invitations of a trip are no longer shown to who organized it', async () => {
    const scene = await stage(theatre, false)
    const to = stepsOn(scene)
    const shown = async (client: Client) =>
      done(await client.get(`/trip-invitations?tripId=${scene.tripId}`)).invitations.length
    await to.invite()
    await theatre.caughtUp()
    readStore.hold()
    expect(await shown(theatre.as('olga'))).toBe(5)
    await to.handOver()
    expect(await shown(theatre.as('olga'))).toBe(0)
    readStore.release()
  })
})
