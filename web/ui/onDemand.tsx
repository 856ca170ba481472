/**
 * A dialog whose code is loaded when it is wanted: fetched early on `prefetch` (the pointer nears its button),
 * shown once it is here, kept afterwards. No Suspense, whose reveals React throttles by 300 ms. When it cannot
 * be loaded, the next opening tries again.
 */
import { type ComponentType, useEffect, useState } from 'react'

import '#web/ui/opener.ts'
import { toast } from '#web/ui/toasts.tsx'

interface Openable {
  open: boolean
  onClose: () => void
}

export interface OnDemand<Props> {
  (props: Props): React.ReactNode
  prefetch: () => void
}

export function onDemand<Props extends Openable>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  const fetchOnce = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (failure: unknown) => {
        loading = undefined
        throw failure
      },
    ))

  function Late(props: Props) {
    const [, arrive] = useState(loaded !== undefined)
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    const { open, onClose } = props

    useEffect(() => {
      if (!open || loaded !== undefined) return
      fetchOnce().then(
        () => arrive(true),
        () => {
          toast.error('Network error occurred. Please try again.')
          onClose()
        },
      )
    }, [open, onClose])

    const Loaded = loaded
    return opened && Loaded !== undefined ? <Loaded {...props} /> : null
  }

  return Object.assign(Late, { prefetch: () => void fetchOnce().catch(() => undefined) })
}
