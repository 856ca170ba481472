// Which of the dialogs of a screen is open, and the record that it is about. The record stays while the dialog closes, so that
// the dialog does not go blank.

import { useCallback, useState } from 'react'

export function useDialogs<Name extends string, Record = null>() {
  const [opened, setOpened] = useState<Name | null>(null)
  const [record, setRecord] = useState<Record | null>(null)
  const close = () => setOpened(null)
  // The same function at each render, for memoized rows.
  const openDialog = useCallback((name: Name, next: Record | null = null) => {
    setRecord(next)
    setOpened(name)
  }, [])
  return {
    record,
    openDialog,
    /** The state of one dialog. */
    dialog: (name: Name) => ({ open: opened === name, onClose: close }),
  }
}
