// The bar below everything is needed by nobody before the first screen stands, so its code comes when there is time.

import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/whenIdle.ts'

export function LateBottomBar() {
  const [Bar, setBar] = useState<ComponentType>()
  useEffect(() => {
    const fetch = () =>
      void import('#web/app/BottomBar.tsx').then(
        ({ BottomBar }) => setBar(() => BottomBar),
        // Without a network it cannot be had, where nothing is kept on the device yet.
        () => addEventListener('online', fetch, { once: true }),
      )
    return whenIdle(fetch)
  }, [])
  return Bar && <Bar />
}
