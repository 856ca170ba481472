// What is said once a trip was planned.

import type { FailedInvite } from '#core/trips/responses.ts'

/** A trip is there even where somebody could not be added. */
export function plannedText({
  added,
  failed,
}: {
  added: readonly string[]
  failed: readonly FailedInvite[]
}) {
  if (failed.length > 0)
    return { text: 'Trip created successfully, but some participants failed to be added', isWhole: false }
  if (added.length > 0)
    return { text: `Trip created and ${added.length} participant(s) added!`, isWhole: true }
  return { text: 'Trip created successfully!', isWhole: true }
}
