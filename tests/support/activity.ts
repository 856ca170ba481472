// An activity with every field, of which a test names those that matter to it.

import type { Activity } from '#core/itinerary/activity.ts'

export const activity = (more: Partial<Activity> & Pick<Activity, 'id'>): Activity => ({
  date: '2026-06-02',
  title: 'Tram 28',
  description: null,
  startTime: '10:00',
  endTime: null,
  location: null,
  status: 'planned',
  sortOrder: 0,
  ...more,
})
