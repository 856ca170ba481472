// Returns the value that a form opened with. Compared with a value that others have changed since, the form would send
// changes that undo theirs.

import { useState } from 'react'

/**
 * @param current the value at this render
 * @returns the value when `open` became true, and a function that replaces it by the current one
 */
export function useValueWhenOpened<Value>(
  open: boolean,
  current: Value,
): [value: Value, refresh: () => void] {
  const [value, setValue] = useState(current)
  const [wasOpen, setWasOpen] = useState(open)
  const [isDue, setDue] = useState(false)
  const isNew = (open && !wasOpen) || isDue
  if (open !== wasOpen) setWasOpen(open)
  if (isDue) setDue(false)
  if (isNew && value !== current) setValue(current)
  return [isNew ? current : value, () => setDue(true)]
}
