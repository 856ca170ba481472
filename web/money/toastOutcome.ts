// What came of a command once its form has closed: done, or kept on this device until the network is back, which is
// said once however many wait.

import type { Sent } from '#web/platform/send.ts'
import { waitingText } from '#web/platform/waitingText.ts'
import { toast } from '#web/ui/toasts.tsx'

/** @param done the text of success */
export function toastOutcome({ state }: Sent<unknown>, done: string): void {
  if (state === 'done') toast.success(done)
  else toast.info(waitingText, 'waiting')
}
