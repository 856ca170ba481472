// Code that the first component which needs it loads. Until then, and without a network, that component shows something
// simpler of the same size. No Suspense: React throttles its reveals by 300 ms.

import { useSyncExternalStore } from 'react'

/** A hook that gives what `load` resolves to; undefined until then. */
export function createLazyCode<Code>(load: () => Promise<Code>): () => Code | undefined {
  let code: Code | undefined
  let isLoading = false
  const listeners = new Set<() => void>()
  const get = () => code
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!isLoading) {
      isLoading = true
      load().then(
        (loaded) => {
          code = loaded
          listeners.forEach((changed) => changed())
        },
        // The next component tries again.
        () => (isLoading = false),
      )
    }
    return () => listeners.delete(listener)
  }
  return () => useSyncExternalStore(subscribe, get, get)
}
