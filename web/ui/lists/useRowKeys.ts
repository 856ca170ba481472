// The arrow keys in a list go from row to row, and show the next row where one is shown beside the list.

import { type KeyboardEvent, useCallback } from 'react'

/** @param isShown whether a row is shown beside the list @returns for the element around the rows */
export function useRowKeys(isShown: boolean): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      const step = steps[event.key]
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
      const next = rows[rows.indexOf(event.target as HTMLElement) + step]
      if (!rows.includes(event.target as HTMLElement) || !next) return
      event.preventDefault()
      next.focus()
      if (isShown) next.click()
    },
    [isShown],
  )
}

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }
