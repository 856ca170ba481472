// The categories of the server; the seven defaults on any failure (spec §7).

import { type Category, categories as defaults } from '#core/money/categories.ts'
import { listCategories } from '#core/money/contract.ts'
import { useQuery } from '#web/platform/queries/queries.ts'

export function useCategories(): readonly Category[] {
  const { data } = useQuery(listCategories)
  return Array.isArray(data?.categories) ? data.categories : defaults
}
