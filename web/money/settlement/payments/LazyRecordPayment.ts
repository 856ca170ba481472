// The form for a payment, which the settlement opens.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyRecordPayment = lazyDialog(
  async () => (await import('#web/money/settlement/payments/RecordPaymentDialog.tsx')).RecordPaymentDialog,
)
