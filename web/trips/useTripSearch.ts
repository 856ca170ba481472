// The search of the travel screen: for words of a trip's title or destination, on the device.

import { useCallback, useEffect, useState } from 'react'
import { foldName } from '#core/kernel/text.ts'
import type { TripResponse } from '#core/trips/responses.ts'

type Searched = Pick<TripResponse, 'title' | 'destination'>

export type TripFilter = (trip: Searched) => boolean

export function useTripSearch() {
  const [isOpen, setOpen] = useState(false)
  const [words, set] = useState('')
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  }, [isOpen])
  const sought = foldName(words)
  return {
    isOpen,
    words,
    set,
    toggle: useCallback(() => {
      setOpen((open) => !open)
      set('')
    }, []),
    /** Undefined while the search field is empty. */
    matches:
      sought === ''
        ? undefined
        : ({ title, destination }: Searched) => foldName(`${title} ${destination}`).includes(sought),
  }
}
