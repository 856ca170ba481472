// The icon of a category. Hidden from screen readers, because its name stands beside it or in the details.

import { categoryStyle } from '#web/money/categoryStyle.ts'

export function CategoryIcon({ category }: { category: string }) {
  const { icon: Icon, color } = categoryStyle(category)
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
