// Chooses how the pool's money is settled: three modes.

import { useId } from 'react'
import type { PoolMode } from '#core/money/plan.ts'

/** A mode changes the payments, never anybody's result. */
const poolModes: readonly { mode: PoolMode; name: string }[] = [
  { mode: 'distributed', name: 'Pay people back from the pool (fewest payments)' },
  { mode: 'equal', name: 'Split the pool equally first (more transfers)' },
  { mode: 'reserved', name: 'Keep the pool for later' },
]

interface PoolModeChooserProps {
  mode: PoolMode
  onChoose: (mode: PoolMode) => void
}

export function PoolModeChooser({ mode, onChoose }: PoolModeChooserProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-secondary font-medium">What happens to the pool’s money</legend>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {poolModes.map((poolMode) => (
          <label
            key={poolMode.mode}
            className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5 transition-colors duration-press first:rounded-t-card last:rounded-b-card hover:bg-surface-2"
          >
            <input
              type="radio"
              name={name}
              value={poolMode.mode}
              checked={poolMode.mode === mode}
              onChange={() => onChoose(poolMode.mode)}
              className="size-6 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors duration-press checked:border-[7px] checked:border-primary"
            />
            <span className="min-w-0 font-medium">{poolMode.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
