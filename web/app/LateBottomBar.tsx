// The bar below everything is needed by nobody before the first screen stands, so its code comes when there is time.

import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/whenIdle.ts'

export function LateBottomBar() {
  const [Bar, setBar] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() => {
        void import('#web/app/BottomBar.tsx').then(
          ({ BottomBar }) => setBar(() => BottomBar),
          () => undefined,
        )
      }),
    [],
  )
  return Bar && <Bar />
}
