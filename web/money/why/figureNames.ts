// What the figures that can be explained are called.

import type { WhyFigure } from '#web/money/why/why.ts'

export const figureNames: Record<WhyFigure, string> = {
  netBalance: 'Net balance',
  personalPayments: 'Paid',
  poolContributions: 'Deposited',
  fairShare: 'Fair share',
  poolSettlement: 'In the pool',
}
