// Checks a message's text, for the server and for the form.

import { chatLimits } from '#core/chat/limits.ts'
import { hasForbiddenControls, isBlank, UNUSABLE_CHARACTERS } from '#core/kernel/text.ts'

/** The first fault that applies; null for a valid message. */
export function messageFault(text: string): string | null {
  if (isBlank(text)) return 'Message cannot be empty'
  if (text.length > chatLimits.message.max) return 'Message must be 4,000 characters or less'
  return hasForbiddenControls(text) ? UNUSABLE_CHARACTERS : null
}
