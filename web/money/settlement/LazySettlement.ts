// The settlement, which Expenses and Money open.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazySettlement = lazyDialog(
  async () => (await import('#web/money/settlement/SettlementDialog.tsx')).SettlementDialog,
)
