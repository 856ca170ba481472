// Checks a message's text, for the server and for the form.

import { chatLimits } from '#core/chat/limits.ts'
import { hasForbiddenControls, isBlank, UNUSABLE_CHARACTERS } from '#core/kernel/text.ts'

/** The text of the first rule it breaks; null for a valid message. */
export function messageIssue(text: string): string | null {
  return isBlank(text) ? 'Message cannot be empty' : captionIssue(text)
}

/** Of the text beside photos or files, which may be empty. */
export function captionIssue(text: string): string | null {
  if (text.length > chatLimits.message.max)
    return `Message must be ${chatLimits.message.max.toLocaleString('en')} characters or less`
  return hasForbiddenControls(text) ? UNUSABLE_CHARACTERS : null
}
