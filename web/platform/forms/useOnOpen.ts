// Resets the state of a dialog in the render in which it opens: not when it closes, because it still fades out then.

import { useState } from 'react'

export function useOnOpen(open: boolean, reset: () => void): void {
  const [wasOpen, setWasOpen] = useState(open)
  if (open === wasOpen) return
  setWasOpen(open)
  if (open) reset()
}
