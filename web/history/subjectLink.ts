// The link to the tab with the subject of a change.

import type { Subject } from '#core/history/contract.ts'
import { paths } from '#web/platform/paths.ts'

/** The tab's hash and name. */
const tabs: Record<Subject['type'], [hash: string, name: string]> = {
  trip: ['', 'Overview'],
  user: ['#participants', 'Participants'],
  guest: ['#participants', 'Participants'],
  activity: ['#itinerary', 'Itinerary'],
  expense: ['#expenses', 'Expenses'],
  contribution: ['#money', 'Money'],
  payment: ['#money', 'Money'],
  chat: ['#chat', 'Chats'],
}

export function subjectLink(tripId: string, { type }: Subject): { href: string; label: string } {
  const [hash, label] = tabs[type]
  return { href: paths.trip(tripId) + hash, label }
}
