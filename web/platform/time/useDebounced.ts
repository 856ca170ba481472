// What was typed, once typing has stopped for a moment: for a search of the server (spec §9: 300 ms).

import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 300

export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
