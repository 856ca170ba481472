// Jumps to the newest message, and counts the messages below.

import { ArrowDown } from 'lucide-react'

export function JumpButton({ count, onPress }: { count: number; onPress: () => void }) {
  const many = count > 99 ? '99+' : String(count)
  return (
    <button
      type="button"
      aria-label={count > 0 ? `${many} new, jump to latest` : 'Jump to latest'}
      onClick={onPress}
      // The composer keeps the focus, so that a phone keeps its keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute end-(--gutter) bottom-3 z-10 inline-flex min-h-11 min-w-11 animate-rise items-center justify-center gap-1 rounded-full border border-line bg-lifted px-2.5 font-semibold text-primary shadow-float hover:bg-surface-2"
    >
      <ArrowDown aria-hidden className="size-5" />
      {count > 0 && <span className="pe-1 text-secondary tabular-nums">{many} new</span>}
    </button>
  )
}
