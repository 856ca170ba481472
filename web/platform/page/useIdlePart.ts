// A component whose code is loaded when the browser is idle.

import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'

/** The component with these properties; undefined until it is loaded. @param load a function of a module */
export function useIdlePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  props: Props,
): ReactElement | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    let cancel = whenIdle(() => {
      cancel = repeatUntilDone(load, (part) => setPart(() => part))
    })
    return () => cancel()
  }, [load])
  return Part && createElement(Part, props)
}
