// The search of the travel screen: for words of a trip's title or destination, on the device.

import { useCallback, useEffect, useState } from 'react'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import type { TripResponse } from '#core/trips/responses.ts'

type Searched = Pick<TripResponse, 'title' | 'destination'>

export type TripFilter = (trip: Searched) => boolean

/** Undefined for a blank search. */
export function tripFilter(words: string): TripFilter | undefined {
  const hasWords = wordMatcher(words)
  return hasWords === null
    ? undefined
    : ({ title, destination }) => hasWords(searchable([title, destination]))
}

export function useTripSearch() {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  }, [isOpen])
  return {
    isOpen,
    words,
    setWords,
    toggle: useCallback(() => {
      setOpen((open) => !open)
      setWords('')
    }, []),
    /** Undefined while the search field is blank. */
    matches: tripFilter(words),
  }
}
