// How far something is that takes a while.

interface ProgressBarProps {
  label: string
  /** From 0 to 1. */
  part: number
}

export function ProgressBar({ label, part }: ProgressBarProps) {
  const percent = Math.round(part * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-text/10"
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  )
}
