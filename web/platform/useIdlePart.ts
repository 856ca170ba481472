// A component whose code is loaded when the browser is idle, and again when the network is back.

import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/whenIdle.ts'

/** The component with these properties; undefined until it is loaded. @param load a function of a module */
export function useIdlePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  props: Props,
): ReactElement | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    const fetch = () =>
      void load().then(
        (part) => setPart(() => part),
        // It cannot be loaded without a network before the app is stored on the device.
        () => addEventListener('online', fetch, { once: true }),
      )
    return whenIdle(fetch)
  }, [load])
  return Part && createElement(Part, props)
}
