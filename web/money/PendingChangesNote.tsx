// Below a figure that includes pending changes.

import { PendingMark } from '#web/ui/PendingMark.tsx'

export function PendingChangesNote({ changes }: { changes: number }) {
  if (changes === 0) return null
  const changesText = changes === 1 ? 'one change that is' : `${changes} changes that are`
  return <PendingMark text={`with ${changesText} waiting to sync`} />
}
