// The tab of a trip that shows what a change of its history is about.

import type { Subject } from '#core/history/contract.ts'

const money = ['#money', 'Money'] as const
const people = ['#participants', 'Participants'] as const

/** Its hash and its name. */
export const subjectTabs: Record<Subject['type'], readonly [hash: string, name: string]> = {
  trip: ['', 'Overview'],
  user: people,
  guest: people,
  activity: ['#itinerary', 'Itinerary'],
  expense: ['#expenses', 'Expenses'],
  contribution: money,
  payment: money,
  chat: ['#chat', 'Chats'],
  poll: ['#chat', 'Chats'],
}
