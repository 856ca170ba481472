// A dialog whose code is loaded on demand: early on `prefetch` (the pointer is on its button), shown once it is loaded,
// kept afterwards. No Suspense: React throttles its reveals by 300 ms. After a failure the next opening tries again.

import { type ComponentType, useEffect, useState } from 'react'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import '#web/ui/dialogs/dialogOpener.ts'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

export interface LazyDialog<Props> {
  (props: Props): React.ReactNode
  prefetch: () => void
  /** Props of the button that opens it. */
  prefetchProps: { onPointerEnter: () => void; onFocus: () => void }
}

export function lazyDialog<Props extends DialogState>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
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

  function Lazy(props: Props) {
    const [, setArrived] = useState(loaded !== undefined)
    const [opened, setOpened] = useState(props.open)
    if (props.open && !opened) setOpened(true)
    const { open, onClose } = props

    useEffect(() => {
      if (!open || loaded !== undefined) return
      fetchOnce().then(
        () => setArrived(true),
        () => {
          toast.error('Network error occurred. Please try again.')
          onClose()
        },
      )
    }, [open, onClose])

    const Component = loaded
    if (!opened || Component === undefined) return null
    return (
      <ErrorBoundary dialog={{ open, onClose }}>
        <Component {...props} />
      </ErrorBoundary>
    )
  }

  const prefetch = () => void fetchOnce().catch(() => undefined)
  return Object.assign(Lazy, { prefetch, prefetchProps: { onPointerEnter: prefetch, onFocus: prefetch } })
}
