// Seeds the itineraries. Days are counted from today.

import type { ItemBody } from '#core/itinerary/contract.ts'
import { AddActivityOperation } from '#core/itinerary/operations.ts'
import type { Actor } from '#core/store/operation.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Plan = [day: number, start: string, end: string | null, title: string, more?: Partial<ItemBody>]

export const lisbon: readonly Plan[] = [
  [-4, '14:30', null, 'Land in Lisbon', { location: 'Humberto Delgado Airport', status: 'completed' }],
  [-4, '20:00', '22:30', 'Dinner by the river', { location: 'Cais do Sodré', status: 'completed' }],
  [-3, '10:00', '12:30', 'Castle of São Jorge', { location: 'Alfama', status: 'completed' }],
  [-3, '15:00', '17:00', 'Flea market', { location: 'Campo de Santa Clara', status: 'cancelled' }],
  [-3, '21:00', '23:30', 'Fado in Mouraria', { location: 'Mouraria', status: 'completed' }],
  [-2, '09:30', '13:30', 'Pena palace', { location: 'Sintra' }],
  [-2, '14:00', '15:00', 'Lunch in Sintra'],
  [-2, '17:00', '18:00', 'Custard tarts', { location: 'Belém' }],
  [-1, '08:30', '09:30', 'Breakfast at the viewpoint', { location: 'Miradouro da Graça' }],
  [-1, '10:00', '12:30', 'Tile museum', { description: 'Free with the city card.' }],
  [-1, '12:00', '14:00', 'Lunch at the market', { location: 'Cais do Sodré' }],
  [0, '09:00', '12:40', 'Train to Lagos', { location: 'Lisboa Oriente', status: 'confirmed' }],
  [0, '13:30', '14:30', 'Lunch at the market', { location: 'Mercado Municipal' }],
  [1, '10:00', '13:00', 'Morning at Praia do Camilo', { location: 'Praia do Camilo' }],
  [1, '16:00', '18:30', 'Surf lesson', { location: 'Meia Praia' }],
  [2, '09:00', '15:00', 'Seven Hanging Valleys walk', { location: 'Marinha to Centeanes' }],
  [2, '19:30', '21:30', 'Cataplana dinner', { location: 'Ferragudo' }],
  [4, '11:00', '12:30', 'Cape St. Vincent', { location: 'Sagres' }],
  [4, '12:00', '13:00', 'Check-out', { status: 'confirmed' }],
  [4, '15:00', '18:40', 'Train to Lisbon', { location: 'Lagos station' }],
  [5, '11:15', null, 'Flight home', { location: 'Humberto Delgado Airport', status: 'confirmed' }],
]
/** Others change or remove these later, at other times and on other days than planned here. */
export const changedLater = {
  tram: [-1, '15:00', '16:00', 'Tram 28', { location: 'Martim Moniz' }],
  sunset: [-1, '17:00', '18:30', 'Sunset at Santa Luzia', { location: 'Miradouro de Santa Luzia' }],
  boat: [
    0,
    '15:30',
    '17:30',
    'Boat to the sea caves',
    { location: 'Ponta da Piedade', description: 'Pier 4, bring a jacket.' },
  ],
  dinner: [0, '19:30', '21:30', 'Dinner at the harbour', { location: 'Marina de Lagos' }],
} satisfies Record<string, Plan>
export const hanoi: readonly Plan[] = [
  [23, '14:05', null, 'Land in Hanoi', { location: 'Noi Bai, Terminal 2', status: 'confirmed' }],
  [23, '19:00', '21:00', 'Egg coffee and bún chả', { location: 'Old Quarter' }],
  [24, '08:00', null, 'Bus to Ha Long', { location: 'Opera House', status: 'confirmed' }],
  [26, '17:30', null, 'Flight home', { status: 'confirmed' }],
]
export const kyoto: readonly Plan[] = [
  [127, '16:40', null, 'Arrive at Kansai', { location: 'Terminal 1' }],
  [128, '07:00', '09:00', 'Fushimi Inari before the crowds', { location: 'Fushimi-ku' }],
  [130, '09:30', '17:00', 'A day in Nara', { description: 'The deer bow. Bring crackers.' }],
]

export async function planActivity(
  seeder: Seeder,
  tripId: string,
  by: Actor,
  [day, startTime, endTime, title, more]: Plan,
): Promise<string> {
  const body = { date: seeder.date(day), title, startTime, endTime, ...more }
  return seeder.run(by, AddActivityOperation, { tripId }, body)
}

/** The people take turns, four activities a day. @param from the first of these days */
export async function planDays(
  seeder: Seeder,
  trip: string,
  { by, from, plans }: { by: readonly Actor[]; from: number; plans: readonly Plan[] },
): Promise<void> {
  for (const [index, plan] of plans.entries()) {
    seeder.setTime(from + Math.floor(index / 4), 12)
    await planActivity(seeder, trip, by[index % by.length]!, plan)
  }
}
