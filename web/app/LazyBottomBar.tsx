// Loads the bottom bar when the browser is idle.

import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/whenIdle.ts'

export function LazyBottomBar() {
  const [Bar, setBar] = useState<ComponentType>()
  useEffect(() => {
    const fetch = () =>
      void import('#web/app/BottomBar.tsx').then(
        ({ BottomBar }) => setBar(() => BottomBar),
        // It cannot be loaded without a network before the app is stored on the device.
        () => addEventListener('online', fetch, { once: true }),
      )
    return whenIdle(fetch)
  }, [])
  return Bar && <Bar />
}
