// Which thing a dialog shows. It is kept while the dialog closes, so that nothing goes blank on its way out.

import { useCallback, useState } from 'react'

export interface OpenedRecord<Thing> {
  thing: Thing | null
  isOpen: boolean
  open(thing: Thing): void
  close(): void
}

export function useOpened<Thing>(): OpenedRecord<Thing> {
  const [thing, setThing] = useState<Thing | null>(null)
  const [isOpen, setOpen] = useState(false)
  // The same for every draw, so that a list of a thousand is not drawn again for it.
  const open = useCallback((next: Thing) => {
    setThing(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { thing, isOpen, open, close }
}
