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
  ['food', { icon: Utensils, color: 'var(--cat-food)' }],
  ['accommodation', { icon: BedDouble, color: 'var(--cat-accommodation)' }],
  ['transportation', { icon: TrainFront, color: 'var(--cat-transportation)' }],
  ['entertainment', { icon: Drama, color: 'var(--cat-entertainment)' }],
  ['shopping', { icon: ShoppingBag, color: 'var(--cat-shopping)' }],
  ['activities', { icon: Ticket, color: 'var(--cat-activities)' }],
])

/** An unknown category has the icon of Other and its own name. */
export function categoryStyle(id: string): CategoryStyle {
  const style = styles.get(id) ?? { icon: Receipt, color: 'var(--cat-other)' }
  return { ...style, name: categoryName(id) }
}

export const categoryName = (id: string): string => categoryOf(id)?.name ?? id
