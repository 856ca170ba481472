// The settlement of a trip in each mode of its pool.

import type { PoolMode } from '#core/money/responses.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import type { BuildResponse } from '#web/platform/replica/useTripResponse.ts'

export const settlementByMode: Record<PoolMode, BuildResponse<NamedSettlement>> = {
  distributed: (documents) => settlementIn(documents, 'distributed'),
  equal: (documents) => settlementIn(documents, 'equal'),
  reserved: (documents) => settlementIn(documents, 'reserved'),
}
