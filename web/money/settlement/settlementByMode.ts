// The settlement of a trip in each mode of its pool.

import type { PoolMode, SettlementResponse } from '#core/money/responses.ts'
import { settlementResponse } from '#projections/replica/settlementResponses.ts'
import type { BuildResponse } from '#web/platform/replica/useTripResponse.ts'

export const settlementByMode: Record<PoolMode, BuildResponse<SettlementResponse>> = {
  distributed: (documents) => settlementResponse(documents, 'distributed'),
  equal: (documents) => settlementResponse(documents, 'equal'),
  reserved: (documents) => settlementResponse(documents, 'reserved'),
}
