// The link to the tab with the subject of a change.

import type { Subject } from '#core/history/contract.ts'
import { paths } from '#web/platform/paths.ts'

const tabs: Record<Subject['type'], string> = {
  trip: '',
  user: '#participants',
  guest: '#participants',
  activity: '#itinerary',
  expense: '#expenses',
  contribution: '#money',
  payment: '#money',
  chat: '#chat',
}
const names: Record<Subject['type'], string> = {
  trip: 'Overview',
  user: 'Participants',
  guest: 'Participants',
  activity: 'Itinerary',
  expense: 'Expenses',
  contribution: 'Money',
  payment: 'Money',
  chat: 'Chats',
}

export const subjectLink = (tripId: string, { type }: Subject) => ({
  href: `${paths.trip(tripId)}${tabs[type]}`,
  label: names[type],
})
