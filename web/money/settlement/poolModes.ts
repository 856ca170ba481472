// The modes of the pool in the settlement. A mode changes the payments, never anybody's result.

import type { PoolMode } from '#core/money/plan.ts'

export const poolModes: readonly { mode: PoolMode; name: string; text: string }[] = [
  {
    mode: 'distributed',
    name: 'Distributed',
    text: 'The pool pays those who are owed money. Fewest payments.',
  },
  {
    mode: 'equal',
    name: 'Equal',
    text: 'Everybody gets the same part of the pool, then pays the rest. Moves more money by design.',
  },
  {
    mode: 'reserved',
    name: 'Reserved',
    text: 'The pool keeps its money for later. Only the rest is settled.',
  },
]
