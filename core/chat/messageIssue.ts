// Checks a message's text, for the server and for the form.

import { chatLimits } from '#core/chat/limits.ts'
import { hasForbiddenControls, isBlank, UNUSABLE_CHARACTERS } from '#core/kernel/text.ts'

/** The text of the first rule it breaks; null for a valid message. */
export function messageIssue(text: string): string | null {
  if (isBlank(text)) return 'Message cannot be empty'
  if (text.length > chatLimits.message.max)
    return `Message must be ${chatLimits.message.max.toLocaleString('en')} characters or less`
  return hasForbiddenControls(text) ? UNUSABLE_CHARACTERS : null
}
