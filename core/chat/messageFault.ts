// What keeps a text from being a message, said once for the server and for whoever writes it.

import { chatLimits } from '#core/chat/contract.ts'
import { hasForbiddenControls, isBlank, UNUSABLE_CHARACTERS } from '#core/kernel/text.ts'

/** The first that applies, in words; null for a message as it should be. */
export function messageFault(text: string): string | null {
  if (isBlank(text)) return 'Message cannot be empty'
  if (text.length > chatLimits.message.max) return 'Message must be 4,000 characters or less'
  return hasForbiddenControls(text) ? UNUSABLE_CHARACTERS : null
}
