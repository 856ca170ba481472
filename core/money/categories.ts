// The seven categories of expenses. They are looked up in a Map, because `__proto__` and `toString` are not categories.

export interface Category {
  id: string
  name: string
  icon: string
  color: string
  isDefault: boolean
}

export const categories: readonly Category[] = [
  { id: 'food', name: 'Food', icon: '🍜', color: '#B3432B', isDefault: true },
  { id: 'accommodation', name: 'Accommodation', icon: '🛏️', color: '#4338CA', isDefault: true },
  { id: 'transportation', name: 'Transportation', icon: '🚆', color: '#1F5FA8', isDefault: true },
  { id: 'entertainment', name: 'Entertainment', icon: '🎭', color: '#86198F', isDefault: true },
  { id: 'shopping', name: 'Shopping', icon: '🛍️', color: '#BE185D', isDefault: true },
  { id: 'activities', name: 'Activities', icon: '🎟️', color: '#1B6E3C', isDefault: true },
  { id: 'other', name: 'Other', icon: '🧾', color: '#55616D', isDefault: true },
]

const byId = new Map(categories.map((category) => [category.id, category]))

export const categoryOf = (id: string): Category | undefined => byId.get(id)
