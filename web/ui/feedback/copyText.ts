// Copies a text, and says so.

import { toast } from '#web/ui/feedback/toasts.tsx'

/** Never rejects. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied')
  } catch {
    // No clipboard on plain http, or no permission.
    toast.error('This browser does not let the text be copied.')
  }
}
