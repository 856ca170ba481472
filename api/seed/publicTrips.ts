// Seeds a public trip to discover, and a request to join another one.

import type { Actor } from '#core/store/operation.ts'
import { AskToJoinTripOperation } from '#core/trips/invitations.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'carol' | 'dave' | 'erin', Actor>

/** @param tripId of a public trip that erin is not on */
export async function seedPublicTrips(player: Seeder, { carol, dave, erin }: Friends, tripId: string) {
  player.setTime(-4, 18)
  const peaks = await player.planTrip(dave, {
    title: 'Four peaks of Hong Kong',
    destination: 'Lantau and Tai Mo Shan, Hong Kong',
    startDate: player.date(12),
    endDate: player.date(13),
    description: 'Sunset Peak, Lantau Peak, Tai Mo Shan and Kowloon Peak in one weekend. Bring good shoes.',
    currency: 'HKD',
    isPublic: true,
    inviteUserIds: [carol.id],
  })
  player.setTime(-3, 9)
  await player.acceptInvitation(carol, peaks)
  player.setTime(-1, 19)
  const message = 'I was in Kyoto last autumn and know where the maples are. Is there room for one more?'
  await player.run(erin, AskToJoinTripOperation, { tripId }, { message })
}
