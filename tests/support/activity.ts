// An activity with every field, as it is stored and as a response says it. A test names the fields that matter to it.

import type { Activity } from '#core/itinerary/activity.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'

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

export const activityResponse = ({
  createdBy = { id: 'ann', username: 'ann' },
  createdAt = '2026-05-01T10:00:00.000Z',
  updatedAt = createdAt,
  revision = 0,
  ...more
}: Partial<ItemResponse> & Pick<Activity, 'id'>): ItemResponse => ({
  ...activity(more),
  attachments: more.attachments ?? [],
  createdBy,
  createdAt,
  updatedAt,
  revision,
})
