// Undoing over HTTP a change of the people of a trip: who may, and as what a person comes back.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canUndo } from '#core/history/undo.ts'
import { anExpense } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { type Name, undoForFile } from '#tests/history/undoForFile.ts'
import { expectSuccess } from '#tests/support/client.ts'

const setup = undoForFile()
const { addGuest, changeRole, idOf, invite, making, newest, spend, undo } = setup

describe('Undoing a change of the people', () => {
  const people = async () => {
    const { participants } = expectSuccess(
      await setup.product.as('ann').get(`${setup.path}/all-participants`),
    )
    return participants as { users: { id: string; name: string; role: string }[]; guests: { id: string }[] }
  }
  const roleOf = async (name: Name) => (await people()).users.find(({ id }) => id === idOf(name))?.role
  const pendingInvitations = async (name: Name): Promise<unknown[]> => {
    const query = `status=pending&setup.tripId=${setup.tripId}&to=me`
    return expectSuccess(await setup.product.as(name).get(`/trip-invitations?${query}`)).invitations
  }

  it('Who is invited again answers again, and is what they were before', async () => {
    await changeRole('cat')
    expectSuccess(await setup.product.as('cat').post(`${setup.path}/leave`))
    expect(await pendingInvitations('cat')).toEqual([])
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('cat')).toBe('co_organizer')
    expect(await pendingInvitations('cat')).toHaveLength(1)
    // Declined, taken back and removed as well.
    const [invitation] = (await pendingInvitations('cat')) as { id: string }[]
    const declined = { response: 'declined' }
    expectSuccess(await setup.product.as('cat').put(`/trip-invitations/${invitation!.id}/respond`, declined))
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('cat')).toBe('co_organizer')
    expectSuccess(await setup.product.as('ann').del(`${setup.path}/participants/${idOf('cat')}`))
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('cat')).toBe('co_organizer')
  })

  it('A declined request to join is undone by an invitation', async () => {
    await making.JoinRequestDeclined()
    expectSuccess(await undo('ann', (await newest()).n))
    expect(await roleOf('dan')).toBe('member')
    expect(await pendingInvitations('dan')).toHaveLength(1)
  })

  it('Who accepted takes it back by leaving, or the organizer by removing them; nobody else does', async () => {
    await making.InvitationAccepted()
    const { n } = await newest()
    await expectRefused(setup.product, () => undo('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    expectSuccess(await undo('dan', n))
    expect((await newest()).text).toBe('dan left the trip')

    await making.InvitationAccepted()
    expectSuccess(await undo('ann', (await newest()).n))
    expect((await newest()).text).toBe('ann removed dan from the trip')
  })

  it('An invitation that was answered since is not taken back, and one that ended is named', async () => {
    await making.InvitationAccepted()
    const { n } = await newest()
    const answered = { status: 409, code: 'ChangedSinceAdded' }
    const response = await expectRefused(setup.product, () => undo('ann', n - 1), answered)
    expect(response.body.message).toContain('“dan” was changed since by dan.')
    expectSuccess(await setup.product.as('dan').post(`${setup.path}/leave`))
    const left = { status: 409, code: 'RemovedSince' }
    expect((await expectRefused(setup.product, () => undo('ann', n - 1), left)).body.message).toBe(
      '“dan” was removed since by dan.',
    )
  })

  it('A role that was changed since is named, and set back anyway on request', async () => {
    await changeRole('cat')
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expect(await roleOf('cat')).toBe('member')
    const refusal = { status: 409, code: 'ChangedSince' }
    await expectRefused(setup.product, () => undo('ann', n), refusal)
    expectSuccess(await undo('ann', n, { anyway: true }))
    expect(await roleOf('cat')).toBe('member')
  })

  it('Only the new organizer gives the trip back, and is then what they were before', async () => {
    await making.OrganizerHandedOver()
    const { n } = await newest()
    await expectRefused(setup.product, () => undo('ann', n), { status: 403, code: 'ACCESS_DENIED' })
    expectSuccess(await undo('ben', n))
    expect([await roleOf('ann'), await roleOf('ben')]).toEqual(['organizer', 'member'])
    await expectRefused(setup.product, () => undo('ann', n), { status: 409, code: 'ChangedSince' })
  })

  it('A restored guest is the same person in the money, and has no contact details until they are set', async () => {
    const { id } = await addGuest()
    const sharedBy = [idOf('ann'), { id, type: 'guest' }]
    expectSuccess(await setup.product.as('ann').post(`${setup.path}/expenses`, { ...anExpense, sharedBy }))
    const guest = `${setup.path}/guest-participants/${id}`
    expectSuccess(await setup.product.as('ann').del(guest))
    expectSuccess(await undo('ann', (await newest()).n))
    const back = { id, name: 'Gina', email: null, phone: null, role: 'member' }
    expect((await people()).guests).toEqual([back])
    const { balances } = expectSuccess(await setup.product.as('ann').get(`${setup.path}/balances`))
    expect(balances.find((balance: { id: string }) => balance.id === id)).toMatchObject({
      name: 'Gina',
      netBalance: -anExpense.amount / 2,
    })

    expectSuccess(await setup.product.as('ann').put(guest, { email: 'new@example.com' }))
    expect((await people()).guests).toEqual([{ ...back, email: 'new@example.com' }])
  })

  it('A change of a guest is undone as far as the history knows it', async () => {
    const { id } = await addGuest()
    const guest = `${setup.path}/guest-participants/${id}`
    expectSuccess(
      await setup.product.as('ann').put(guest, { name: 'Gina Rossi', email: 'rossi@example.com' }),
    )
    expectSuccess(await undo('ann', (await newest()).n))
    expect((await people()).guests).toMatchObject([{ name: 'Gina', email: 'rossi@example.com' }])
  })

  it('Who cannot be invited is named with the reason', async () => {
    await invite('eve')
    expectSuccess(await setup.product.as('eve').post(`${setup.path}/leave`))
    const { n } = await newest()
    const meta = {
      actor: 'admin',
      at: new Date(0).toISOString(),
      key: randomUUID(),
      digest: '',
      requestId: 'r',
    }
    await setup.product.server.people.accounts.disableUser('eve', meta)
    const refusal = { status: 409, code: 'CannotBeInvited' }
    const response = await expectRefused(setup.product, () => undo('ann', n), refusal)
    expect(response.body.message).toBe('eve cannot be invited: User not found')
  })

  it('The button is there for those whose undo is accepted', async () => {
    await making.GuestAdded()
    const added = await newest()
    await making.TripDetailsChanged()
    const edited = await newest()
    await spend()
    const spent = await newest()
    for (const entry of [added, edited, spent])
      expect([canUndo(entry, 'member', idOf('cat')), (await undo('cat', entry.n)).status]).toEqual(
        entry === spent ? [true, 204] : [false, 403],
      )
  })
})
