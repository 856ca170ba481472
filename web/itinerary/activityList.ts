// The activities of a trip as its itinerary lists them.

import type { ItemBody, ItemResponse } from '#core/itinerary/contract.ts'
import { compareActivities } from '#core/itinerary/toResponse.ts'
import { enteredActivity } from '#web/itinerary/activityForm.ts'
import type { RecordList, ShownRecord } from '#web/records/shownRecords.ts'

export type ShownActivity = ShownRecord<ItemResponse>

export const activityList: RecordList<ItemResponse> = {
  kind: 'activity',
  compare: compareActivities,
  /** The last of its day. */
  entered: ({ id, body, at }, me) => ({
    ...enteredActivity(body as ItemBody),
    attachments: (body as ItemBody).attachments ?? [],
    id,
    sortOrder: Number.MAX_SAFE_INTEGER,
    createdBy: me,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }),
}
