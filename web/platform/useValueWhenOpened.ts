// A form is about what was there when it opened. What others do meanwhile reaches the screens behind it; compared with
// that, whatever they changed would look like something this person wants undone.

import { useState } from 'react'

/**
 * @param value as it is known now, and as others change it
 * @returns the value as it was when `open` became true, and what makes it the present one: the form has shown it
 */
export function useValueWhenOpened<Value>(open: boolean, value: Value): [seen: Value, lookAgain: () => void] {
  const [seen, setSeen] = useState(value)
  const [wasOpen, setWasOpen] = useState(open)
  const [isDue, setDue] = useState(false)
  const isNew = (open && !wasOpen) || isDue
  if (open !== wasOpen) setWasOpen(open)
  if (isDue) setDue(false)
  if (isNew && seen !== value) setSeen(value)
  return [isNew ? value : seen, () => setDue(true)]
}
