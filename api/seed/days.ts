// Seeds the itineraries. Days are counted from today.

import type { ItemBody } from '#core/itinerary/contract.ts'
import { AddActivityOperation } from '#core/itinerary/operations.ts'
import type { Actor } from '#core/store/operation.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Plan = [day: number, start: string, end: string | null, title: string, more?: Partial<ItemBody>]

export const lisbon: readonly Plan[] = [
  [-3, '14:30', null, 'Land in Lisbon', { location: 'Humberto Delgado Airport', status: 'completed' }],
  [-3, '20:00', '22:30', 'First dinner', { location: 'Rua da Bica', status: 'completed' }],
  [-2, '10:00', '11:30', 'Tram 28, end to end', { location: 'Martim Moniz', status: 'completed' }],
  [-2, '13:00', null, 'Pastéis de Belém', { location: 'Belém', status: 'completed' }],
  [-1, '11:00', '13:00', 'Museum of tiles', { status: 'completed', description: 'Free with the city card.' }],
  [-1, '15:00', '17:00', 'Flea market', { location: 'Campo de Santa Clara', status: 'cancelled' }],
  [
    0,
    '08:30',
    '09:30',
    'Breakfast at the viewpoint',
    { location: 'Miradouro da Graça', status: 'confirmed' },
  ],
  [0, '10:00', '12:30', 'Castle of São Jorge', { status: 'confirmed' }],
  [
    0,
    '12:00',
    '14:00',
    'Lunch at the market',
    { location: 'Cais do Sodré', description: 'The stall with the queue.' },
  ],
  [0, '21:00', '23:30', 'Fado in Mouraria', { status: 'confirmed', location: 'Mouraria' }],
  [1, '09:00', null, 'Train to Lagos', { location: 'Oriente', status: 'confirmed' }],
  [2, '10:00', '12:00', 'Surf lesson', { location: 'Meia Praia' }],
  [2, '10:00', '12:00', 'Cliffs on foot, for whoever does not dare', { location: 'Ponta da Piedade' }],
  [5, '18:00', '20:00', 'Last swim'],
  [6, '11:15', null, 'Flight home', { status: 'confirmed', location: 'Faro Airport' }],
]
export const kyoto: readonly Plan[] = [
  [24, '16:40', null, 'Arrive at Kansai', { location: 'Terminal 1', status: 'confirmed' }],
  [25, '07:00', '09:00', 'Fushimi Inari before the crowds', { location: 'Fushimi-ku' }],
  [25, '19:00', '21:00', 'Ramen crawl', { location: 'Pontochō' }],
  [27, '09:30', '17:00', 'A day in Nara', { description: 'The deer bow. Bring crackers.' }],
]

/** The people take turns, days before each trip begins. */
export async function planDays(
  seeder: Seeder,
  trip: string,
  { by, from, plans }: { by: readonly Actor[]; from: number; plans: readonly Plan[] },
): Promise<void> {
  for (const [at, [day, startTime, endTime, title, more]] of plans.entries()) {
    seeder.setTime(Math.min(from + Math.floor(at / 4), -4), 20)
    const body = { date: seeder.date(day), title, startTime, endTime, ...more }
    await seeder.run(by[at % by.length]!, AddActivityOperation, { tripId: trip }, body)
  }
}
