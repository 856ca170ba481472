// What is typed in the search of conversations. It belongs to the entry of the browser's history, so that Back from a
// conversation returns to what was found.

import { useState } from 'react'
import { attempt } from '#web/platform/localStorage.ts'

export function useTypedSearch() {
  const [typed, setTyped] = useState(() => (history.state as { search?: string } | null)?.search ?? '')
  const type = (search: string) => {
    setTyped(search)
    // Safari throws after a hundred changes in half a minute.
    attempt(() => history.replaceState({ ...history.state, search }, ''))
  }
  return [typed, type] as const
}
