// Limits concurrent work, with a short queue in order of arrival, so that costly work leaves CPU for other requests.

export interface Semaphore {
  /**
   * Runs the work when fewer than `atOnce` are running.
   * @param maxWaiting throws when this many wait already; default the length of the queue
   * @throws the error of `createError`, without having begun
   */
  run<Result>(work: () => Promise<Result>, maxWaiting?: number): Promise<Result>
  isIdle(): boolean
}

/** @param queue how many may wait */
export function createSemaphore(atOnce: number, queue: number, createError: () => Error): Semaphore {
  const waiters: (() => void)[] = []
  let working = 0
  return {
    async run(work, maxWaiting = queue) {
      if (working >= atOnce) {
        if (waiters.length >= maxWaiting) throw createError()
        // `working` is not decreased for the next waiter, so no later call can overtake it.
        await new Promise<void>((resolve) => waiters.push(resolve))
      } else working++
      try {
        return await work()
      } finally {
        const next = waiters.shift()
        if (next) next()
        else working--
      }
    },
    isIdle: () => working === 0,
  }
}

/** One semaphore for each key. */
export function createSemaphorePerKey(
  atOnce: number,
  queue: number,
  createError: () => Error,
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const semaphores = new Map<string, Semaphore>()
  return async (key, work) => {
    const semaphore = semaphores.get(key) ?? createSemaphore(atOnce, queue, createError)
    semaphores.set(key, semaphore)
    try {
      return await semaphore.run(work)
    } finally {
      if (semaphore.isIdle()) semaphores.delete(key)
    }
  }
}
