// Limits concurrent work, with a short queue in order of arrival, so that costly work leaves CPU for other requests.

export interface Semaphore {
  /**
   * Does the work when its turn comes.
   * @param room how much of the queue it may find taken; default: all of it
   * @throws what `refuse` makes, without having begun
   */
  run<Result>(work: () => Promise<Result>, room?: number): Promise<Result>
  isIdle(): boolean
}

/** @param queue how many may wait beside those at work */
export function createSemaphore(atOnce: number, queue: number, refuse: () => Error): Semaphore {
  const waiting: (() => void)[] = []
  let working = 0
  return {
    async run(work, room = queue) {
      if (working >= atOnce) {
        if (waiting.length >= room) throw refuse()
        // Who ends hands the place on, so nobody can slip in between.
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

/** Turns of each who asks. */
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
