// The skeleton of a part that needs everybody on the trip, until they are loaded; or the failure with Retry.

import type { ReactNode } from 'react'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'

export const LoadingPeople = (props: { query: QueryState<object>; skeleton: ReactNode }) => (
  <Loaded {...props} failed="Failed to load trip participants" retriesInPlace />
)
