// The toast after a trip is created.

import type { FailedInvite } from '#core/trips/responses.ts'

/** `isComplete` is false when somebody could not be added; the trip exists nevertheless. */
export function tripCreatedText({
  added,
  failed,
}: {
  added: readonly string[]
  failed: readonly FailedInvite[]
}) {
  if (failed.length > 0)
    return { text: 'Trip created successfully, but some participants failed to be added', isComplete: false }
  if (added.length > 0)
    return { text: `Trip created and ${added.length} participant(s) added!`, isComplete: true }
  return { text: 'Trip created successfully!', isComplete: true }
}
