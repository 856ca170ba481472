// Seeds public trips to discover, and requests to join two of them.

import type { Actor } from '#core/store/operation.ts'
import { AskToJoinTripOperation } from '#core/trips/invitations.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'erin' | 'nina' | 'tom', Actor>

export async function seedPublicTrips(seeder: Seeder, { alice, erin, nina, tom }: Friends): Promise<void> {
  seeder.setTime(-6, 10)
  const marrakesh = await seeder.planTrip(nina, {
    title: 'Marrakesh over New Year',
    destination: 'Marrakesh',
    startDate: seeder.date(37),
    endDate: seeder.date(42),
    description: 'A riad with a roof, two days in the dunes, and no plans before eleven.',
    isPublic: true,
    inviteUserIds: [tom.id],
  })
  await seeder.acceptInvitation(tom, marrakesh)

  seeder.setTime(-5, 10)
  const lamma = await seeder.planTrip(tom, {
    title: 'Coast walk on Lamma',
    destination: 'Lamma Island',
    startDate: seeder.date(21),
    endDate: seeder.date(22),
    description: 'Ferry at nine, seafood at the pier, back before dark.',
    isPublic: true,
    inviteUserIds: [nina.id],
  })
  await seeder.acceptInvitation(nina, lamma)

  seeder.setTime(-4, 9)
  await seeder.planTrip(erin, {
    title: 'Night markets of Taipei',
    destination: 'Taipei',
    startDate: seeder.date(41),
    endDate: seeder.date(44),
    description: 'Four evenings, four markets. Come hungry.',
    isPublic: true,
  })
  seeder.setTime(-1, 12)
  const message = 'I can bring the flasks. Is there room on the ferry?'
  await seeder.run(alice, AskToJoinTripOperation, { tripId: lamma }, { message })
  const words = 'I was in Marrakesh last spring and know the way out of the souk. Is there room for one more?'
  await seeder.run(erin, AskToJoinTripOperation, { tripId: marrakesh }, { message: words })
}
