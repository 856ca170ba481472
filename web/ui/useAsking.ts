// Which of the dialogs of a screen is open, and the record that it is about. The record stays while the dialog closes, so that
// the dialog does not go blank.

import { useCallback, useState } from 'react'

export function useAsking<Dialog extends string, Subject = null>() {
  const [asking, setAsking] = useState<Dialog | null>(null)
  const [about, setAbout] = useState<Subject | null>(null)
  const close = () => setAsking(null)
  const ask = useCallback((dialog: Dialog, subject: Subject | null = null) => {
    setAbout(subject)
    setAsking(dialog)
  }, [])
  return {
    about,
    ask,
    /** The state of one dialog. */
    dialog: (which: Dialog) => ({ open: asking === which, onClose: close }),
  }
}
