// The number of unread messages; '99+' above 99, nothing for 0.

export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-meta font-bold text-on-accent tabular-nums">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{count > 99 ? 'more than 99' : count} unread</span>
    </span>
  )
}
