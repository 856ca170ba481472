// How a category looks: the product's own pictures and colour roles, because the emoji and colours of the API know
// neither a dark ground nor the person's font.

import type { LucideIcon } from 'lucide-react'
import { BedDouble, Drama, Receipt, ShoppingBag, Ticket, TrainFront, Utensils } from 'lucide-react'
import { categoryOf } from '#core/money/categories.ts'

export interface CategoryLook {
  name: string
  icon: LucideIcon
  /** A CSS colour that holds on light and dark. */
  color: string
}

const looks = new Map<string, Omit<CategoryLook, 'name'>>([
  ['food', { icon: Utensils, color: 'var(--accent)' }],
  ['accommodation', { icon: BedDouble, color: 'var(--sender-5)' }],
  ['transportation', { icon: TrainFront, color: 'var(--info)' }],
  ['entertainment', { icon: Drama, color: 'var(--sender-6)' }],
  ['shopping', { icon: ShoppingBag, color: 'var(--sender-7)' }],
  ['activities', { icon: Ticket, color: 'var(--success)' }],
])

/** A category this client does not know yet looks like Other, under its own name. */
export function categoryLook(id: string): CategoryLook {
  const look = looks.get(id) ?? { icon: Receipt, color: 'var(--muted)' }
  return { ...look, name: categoryName(id) }
}

export const categoryName = (id: string): string => categoryOf(id)?.name ?? id
