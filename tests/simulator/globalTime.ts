// Replaces the timers of the process by virtual time, because the server waits with them.

import type { VirtualTime } from '#tests/support/virtualTime.ts'

interface Handle {
  unref(): Handle
  ref(): Handle
  callOff(): void
}

/** Runs the work with every global timer on this virtual time. Two calls must not overlap. */
export async function withGlobalTime<T>(time: VirtualTime, work: () => Promise<T>): Promise<T> {
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis
  const handle = (callOff: () => void): Handle => {
    const own: Handle = { unref: () => own, ref: () => own, callOff }
    return own
  }
  const after = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    handle(time.after(ms, () => run(...given)))
  const every = (run: () => void, ms: number) => {
    let callOff = (): void => undefined
    const again = () => {
      callOff = time.after(ms, () => {
        again()
        run()
      })
    }
    again()
    return handle(() => callOff())
  }
  const clear = (given: Handle | undefined) => given?.callOff()
  Object.assign(globalThis, {
    setTimeout: after,
    clearTimeout: clear,
    setInterval: every,
    clearInterval: clear,
    setImmediate: (run: () => void) => after(run),
  })
  try {
    return await work()
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate })
  }
}
