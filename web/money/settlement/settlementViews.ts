// The settlement of a trip in each mode of its pool.

import type { PoolMode } from '#core/money/plan.ts'
import type { SettlementResponse } from '#core/money/responses.ts'
import { settlementResponse } from '#projections/replica/settlementResponses.ts'
import type { TripView } from '#web/platform/replica/useTripView.ts'

export const settlementViews: Record<PoolMode, TripView<SettlementResponse>> = {
  distributed: (documents) => settlementResponse(documents, 'distributed'),
  equal: (documents) => settlementResponse(documents, 'equal'),
  reserved: (documents) => settlementResponse(documents, 'reserved'),
}
