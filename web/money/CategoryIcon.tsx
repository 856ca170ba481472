// The icon of a category. Hidden from screen readers, because its name stands beside it or in the details.

import { categoryStyle } from '#web/money/categoryStyle.ts'

export function CategoryIcon({ category }: { category: string }) {
  const { icon: Icon, color } = categoryStyle(category)
  return (
    <span
      aria-hidden
      style={{ color, backgroundColor: `color-mix(in oklab, ${color} 13%, var(--surface))` }}
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-field"
    >
      <Icon className="size-5" />
    </span>
  )
}
