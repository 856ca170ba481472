// Limits concurrent work, with a short queue in order of arrival, so that costly work leaves CPU for other requests.

export interface Semaphore {
  /**
   * Runs the work when a place is free.
   * @param room how much of the queue may be taken; default all of it
   * @throws the error of `refuse`, without having begun
   */
  run<Result>(work: () => Promise<Result>, room?: number): Promise<Result>
  isIdle(): boolean
}

/** @param queue how many may wait */
export function createSemaphore(atOnce: number, queue: number, refuse: () => Error): Semaphore {
  const waiting: (() => void)[] = []
  let working = 0
  return {
    async run(work, room = queue) {
      if (working >= atOnce) {
        if (waiting.length >= room) throw refuse()
        // The previous holder passes its place on, so nobody can overtake.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else working++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
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
  refuse: () => Error,
): <Result>(who: string, work: () => Promise<Result>) => Promise<Result> {
  const all = new Map<string, Semaphore>()
  return async (who, work) => {
    const turns = all.get(who) ?? createSemaphore(atOnce, queue, refuse)
    all.set(who, turns)
    try {
      return await turns.run(work)
    } finally {
      if (turns.isIdle()) all.delete(who)
    }
  }
}
