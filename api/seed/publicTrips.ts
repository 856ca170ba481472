// Seeds a public trip to discover, and a request to join another one.

import type { Actor } from '#core/store/operation.ts'
import { AskToJoinTripOperation } from '#core/trips/invitations.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'carol' | 'dave' | 'erin', Actor>

/** @param tripId of a public trip that erin is not on */
export async function seedPublicTrips(seeder: Seeder, { carol, dave, erin }: Friends, tripId: string) {
  seeder.setTime(-4, 18)
  const peaks = await seeder.planTrip(dave, {
    title: 'Four peaks of Hong Kong',
    destination: 'Lantau and Tai Mo Shan, Hong Kong',
    startDate: seeder.date(12),
    endDate: seeder.date(13),
    description: 'Sunset Peak, Lantau Peak, Tai Mo Shan and Kowloon Peak in one weekend. Bring good shoes.',
    currency: 'HKD',
    isPublic: true,
    inviteUserIds: [carol.id],
  })
  seeder.setTime(-3, 9)
  await seeder.acceptInvitation(carol, peaks)
  seeder.setTime(-1, 19)
  const message = 'I was in Kyoto last autumn and know where the maples are. Is there room for one more?'
  await seeder.run(erin, AskToJoinTripOperation, { tripId }, { message })
}
