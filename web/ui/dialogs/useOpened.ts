// The record a dialog shows. It stays while the dialog closes, so that the dialog does not go blank.

import { useCallback, useState } from 'react'

export interface OpenedRecord<Record> {
  record: Record | null
  isOpen: boolean
  open(record: Record): void
  close(): void
}

export function useOpened<Record>(): OpenedRecord<Record> {
  const [record, setRecord] = useState<Record | null>(null)
  const [isOpen, setOpen] = useState(false)
  // The same function at each render, so that a long list does not render again.
  const open = useCallback((next: Record) => {
    setRecord(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { record, isOpen, open, close }
}
