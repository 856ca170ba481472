// Which thing a dialog shows. It is kept while the dialog closes, so that nothing goes blank on its way out.

import { useState } from 'react'

export interface Opened<Thing> {
  thing: Thing | null
  isOpen: boolean
  open(thing: Thing): void
  close(): void
}

export function useOpened<Thing>(): Opened<Thing> {
  const [thing, setThing] = useState<Thing | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (next: Thing) => {
    setThing(next)
    setOpen(true)
  }
  return { thing, isOpen, open, close: () => setOpen(false) }
}
