// A square picture with its word below, one of several beside each other.

import type { LucideIcon } from 'lucide-react'

export interface TileProps {
  label: string
  icon: LucideIcon
  onClick: () => void
}

export function Tile({ label, icon: Icon, onClick }: TileProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid justify-items-center gap-1.5 rounded-field py-1.5 text-meta font-medium"
    >
      <span className="flex size-13 items-center justify-center rounded-card bg-primary-soft text-primary forced-colors:outline">
        <Icon aria-hidden className="size-5.5" />
      </span>
      <span>{label}</span>
    </button>
  )
}
