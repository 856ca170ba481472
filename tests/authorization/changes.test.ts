// A change of role applies from the next request on, whatever the read models contain. Nora goes through every relation
// to a trip, and at each step every endpoint is requested in a way that changes nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AnyOperation, type Actor, executeOperation } from '#core/store/operation.ts'
import { CancelInvitationOperation, RespondToInvitationOperation } from '#core/trips/invitations.ts'
import * as trips from '#core/trips/operations.ts'
import {
  type Caller,
  type Scenario,
  type Fixture,
  startFixture,
  createScenario,
} from '#tests/authorization/scenario.ts'
import { endless, expectedOf, isOfTrip, later, methodOf, probeOf, rows } from '#tests/authorization/table.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type PausableReadStore, createPausableReadStore } from '#tests/support/pausableReadStore.ts'

let fixture: Fixture
let readStore: PausableReadStore

beforeAll(async () => {
  readStore = createPausableReadStore()
  fixture = await startFixture({ readStore })
})
afterEach(() => readStore.resume())
afterAll(() => fixture.stop())

type Relation = Exclude<Caller, 'anonymous' | 'admin'>
type Step = [when: string, act: () => Promise<unknown>, relation: Relation]

/** The changes of Nora's relation to Olga's trip. */
function stepsOn({ tripId }: Scenario) {
  const { nora, olga } = fixture.people
  const her = { tripId, userId: nora.id }
  const invitation = async () => {
    const path = `/trip-invitations?status=pending&tripId=${tripId}`
    return { invitationId: expectSuccess(await fixture.as('nora').get(path)).invitations[0].id as string }
  }
  return {
    invite: () => runOperation(olga, trips.InviteToTripOperation, { tripId }, { userIds: [nora.id] }),
    makeCoOrganizer: () => runOperation(olga, trips.ChangeRoleOperation, her, { role: 'co_organizer' }),
    makeMember: () => runOperation(olga, trips.ChangeRoleOperation, her, { role: 'member' }),
    handOver: () => runOperation(olga, trips.HandOverTripOperation, { tripId }, { userId: nora.id }),
    handBack: () => runOperation(nora, trips.HandOverTripOperation, { tripId }, { userId: olga.id }),
    leave: () => runOperation(nora, trips.LeaveTripOperation, { tripId }),
    remove: () => runOperation(olga, trips.RemoveParticipantOperation, her),
    accept: async () =>
      runOperation(nora, RespondToInvitationOperation, await invitation(), { response: 'accepted' }),
    decline: async () =>
      runOperation(nora, RespondToInvitationOperation, await invitation(), { response: 'declined' }),
    cancel: async () => runOperation(olga, CancelInvitationOperation, await invitation()),
    deleteTrip: () => runOperation(olga, trips.DeleteTripOperation, { tripId }),
  }
}

/** Runs the operation directly, because a response over HTTP waits for the read models, which these tests hold back. */
async function runOperation(by: Actor, of: AnyOperation, params: Record<string, string>, body?: unknown) {
  const asked = { params, body, by, key: randomUUID(), requestId: 'r' }
  const outcome = await executeOperation(fixture.server.operationDeps, of, asked)
  if (outcome.refusal) throw new Error(JSON.stringify(outcome.refusal))
}

/** Requests every endpoint as a person with this relation to the trip; null after the trip was deleted. */
async function expectAll(
  client: Client,
  relation: Relation | null,
  scenario: Scenario,
  isPublic: boolean,
  when = '',
) {
  const before = await fixture.store.head()
  for (const row of rows) {
    const isAsked = isOfTrip(row) && ![...later, ...endless].includes(row.call)
    const probe = isAsked && probeOf(row, fixture, scenario)
    if (!probe || row.call.includes(isPublic ? '{private}' : '{public}')) continue
    const { body, headers = {}, allowed } = probe
    const { status, reduced, request } = expectedOf(row, relation ?? 'stranger', isPublic)
    const path = request ? probe.path.replace(scenario.answeredId, scenario.requestId) : probe.path
    // The probe responds to Otto's invitation, which does not exist for another member.
    const isAnswer = relation === 'member' && row.call.endsWith('/respond')
    // A person on the trip gets the error of the request (400) rather than the conflict (409).
    const mayAsk = (status < 400 || status === 409) && !reduced
    const expected = relation === null || isAnswer ? 404 : mayAsk ? allowed : status
    const answer = await client.send(methodOf(row), path, { body, headers })
    expect(answer.status, `${row.call} as ${relation} ${when}: ${answer.text}`).toBe(expected)
    const role: unknown = answer.body.trip?.userRole
    if (role !== undefined) expect(role, when).toBe(reduced ? null : relation)
  }
  // A deleted trip is being erased meanwhile, which appends events.
  if (relation !== null) expect(await fixture.store.head()).toBe(before)
}

async function isListed(client: Client, { tripId }: Scenario): Promise<boolean> {
  const { trips: list } = expectSuccess(await client.get('/trips?limit=100'))
  return list.some(({ id }: { id: string }) => id === tripId)
}

const isOut = (relation: Relation) => relation === 'stranger' || relation === 'former'

describe.each([{ isPublic: false }, { isPublic: true }])(
  'changes of rights, trip public: $isPublic',
  ({ isPublic }) => {
    it('A change of rights applies from the next request on', async () => {
      const scenario = await createScenario(fixture, isPublic)
      const to = stepsOn(scenario)
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
        await fixture.caughtUp()
        await expectAll(fixture.as('nora'), relation, scenario, isPublic, when)
        expect(await isListed(fixture.as('nora'), scenario), when).toBe(!isOut(relation))
        if (when === 'handed the trip')
          await expectAll(fixture.as('olga'), 'co_organizer', scenario, isPublic, 'having handed it over')
      }
      await to.deleteTrip()
      for (const name of ['olga', 'nora', 'fred', 'sam'] as const) {
        await expectAll(fixture.as(name), null, scenario, isPublic, 'deleted')
        expect(await isListed(fixture.as(name), scenario)).toBe(false)
      }
    })

    it('A change of rights applies although the read models show none of it', async () => {
      const scenario = await createScenario(fixture, isPublic)
      const to = stepsOn(scenario)
      const steps: Step[] = [
        ['invited', to.invite, 'member'],
        ['made co_organizer', to.makeCoOrganizer, 'co_organizer'],
        ['handed the trip', to.handOver, 'organizer'],
        ['having handed it back', to.handBack, 'co_organizer'],
        ['made member', to.makeMember, 'member'],
        ['removed', to.remove, 'former'],
      ]
      await fixture.caughtUp()
      readStore.pause()
      for (const [when, act, relation] of steps) {
        await act()
        await expectAll(fixture.as('nora'), relation, scenario, isPublic, when)
        if (when === 'handed the trip')
          await expectAll(fixture.as('olga'), 'co_organizer', scenario, isPublic, 'having handed it over')
      }
      readStore.resume()
      await to.invite()
      await fixture.caughtUp()

      readStore.pause()
      expect(await isListed(fixture.as('nora'), scenario), 'the views know her').toBe(true)
      await to.leave()
      await expectAll(fixture.as('nora'), 'former', scenario, isPublic, 'gone')
      expect(await isListed(fixture.as('nora'), scenario), 'gone').toBe(false)
      await to.deleteTrip()
      for (const name of ['olga', 'nora', 'fred', 'sam'] as const) {
        await expectAll(fixture.as(name), null, scenario, isPublic, 'deleted')
        expect(await isListed(fixture.as(name), scenario)).toBe(false)
        const path = `/trip-invitations?tripId=${scenario.tripId}`
        expect(expectSuccess(await fixture.as(name).get(path)).invitations).toEqual([])
      }
      readStore.resume()
    })
  },
)

describe('delayed read models', () => {
  const notesSeenBy = async (client: Client, { tripId }: Scenario): Promise<unknown[]> => {
    const { guestParticipants } = expectSuccess(await client.get(`/trips/${tripId}/guest-participants`))
    return guestParticipants.map((guest: { notes?: string }) => guest.notes)
  }

  it('A guest’s notes are hidden as soon as the role is withdrawn', async () => {
    const scenario = await createScenario(fixture, false)
    const to = stepsOn(scenario)
    const path = `/trips/${scenario.tripId}/guest-participants/${scenario.guestId}`
    expectSuccess(await fixture.as('olga').put(path, { notes: 'Afraid of heights' }))
    await fixture.caughtUp()

    readStore.pause()
    await to.invite()
    expect(await notesSeenBy(fixture.as('nora'), scenario), 'she has just come').toEqual([undefined])
    await to.makeCoOrganizer()
    expect(await notesSeenBy(fixture.as('nora'), scenario)).toEqual(['Afraid of heights'])
    readStore.resume()
    await fixture.caughtUp()

    readStore.pause()
    await to.makeMember()
    expect(await notesSeenBy(fixture.as('nora'), scenario), 'she was co_organizer').toEqual([undefined])
    readStore.resume()
  })

  it('A trip that has turned private is found by nobody, people who asked to join it included', async () => {
    const scenario = await createScenario(fixture, true)
    const path = `/trips/${scenario.tripId}`
    const seen = async (name: 'rita' | 'sam') => {
      const { trips: found } = expectSuccess(await fixture.as(name).get('/trips?scope=discover&limit=100'))
      const { invitations } = expectSuccess(
        await fixture.as(name).get(`/trip-invitations?tripId=${scenario.tripId}`),
      )
      const isFound = found.some(({ id }: { id: string }) => id === scenario.tripId)
      return [isFound, invitations.length, (await fixture.as(name).get(path)).status]
    }
    await fixture.caughtUp()
    expect([await seen('rita'), await seen('sam')]).toEqual([
      [true, 1, 200],
      [true, 0, 200],
    ])
    readStore.pause()
    await runOperation(
      fixture.people.olga,
      trips.ChangeTripOperation,
      { tripId: scenario.tripId },
      { isPublic: false },
    )
    expect([await seen('rita'), await seen('sam')]).toEqual([
      [false, 0, 404],
      [false, 0, 404],
    ])
    readStore.resume()
  })

  it('Invitations of a trip are no longer shown to its former organizer', async () => {
    const scenario = await createScenario(fixture, false)
    const to = stepsOn(scenario)
    const shown = async (client: Client) =>
      expectSuccess(await client.get(`/trip-invitations?tripId=${scenario.tripId}`)).invitations.length
    await to.invite()
    await fixture.caughtUp()
    readStore.pause()
    expect(await shown(fixture.as('olga'))).toBe(5)
    await to.handOver()
    expect(await shown(fixture.as('olga'))).toBe(0)
    readStore.resume()
  })
})
