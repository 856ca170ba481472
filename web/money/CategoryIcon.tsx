// What the money went to, at a glance; its name stands beside it or is in the details, so it stays silent.

import { categoryLook } from '#web/money/categoryLook.ts'

export function CategoryIcon({ category }: { category: string }) {
  const { icon: Icon, color } = categoryLook(category)
  return (
    <span
      aria-hidden
      style={{ color }}
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2"
    >
      <Icon className="size-5" />
    </span>
  )
}
