// The icon and colour of a category. The emoji and colours of the API fit neither dark mode nor the fonts.

import {
  type LucideIcon,
  BedDouble,
  Drama,
  Receipt,
  ShoppingBag,
  Ticket,
  TrainFront,
  Utensils,
} from 'lucide-react'
import { categoryOf } from '#core/money/categories.ts'

export interface CategoryStyle {
  name: string
  icon: LucideIcon
  /** A CSS colour with enough contrast in light and dark mode. */
  color: string
}

const styles = new Map<string, Omit<CategoryStyle, 'name'>>([
  ['food', { icon: Utensils, color: 'var(--accent)' }],
  ['accommodation', { icon: BedDouble, color: 'var(--sender-5)' }],
  ['transportation', { icon: TrainFront, color: 'var(--info)' }],
  ['entertainment', { icon: Drama, color: 'var(--sender-6)' }],
  ['shopping', { icon: ShoppingBag, color: 'var(--sender-7)' }],
  ['activities', { icon: Ticket, color: 'var(--success)' }],
])

/** An unknown category has the icon of Other and its own name. */
export function categoryStyle(id: string): CategoryStyle {
  const style = styles.get(id) ?? { icon: Receipt, color: 'var(--muted)' }
  return { ...style, name: categoryName(id) }
}

export const categoryName = (id: string): string => categoryOf(id)?.name ?? id
