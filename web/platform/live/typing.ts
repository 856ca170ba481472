// Who is typing: told while keys are pressed, believed for five seconds.

import type { Timers } from '#web/platform/timers.ts'

export interface OwnTyping {
  /** What stands in the input now. */
  typed(conversationId: string, text: string): void
  /** Sent, or left: nothing is being typed there any more. */
  stopped(conversationId: string): void
  /** The connection is new and knows nothing of it. */
  connected(): void
}

const AGAIN_AFTER_MS = 3000
const IDLE_AFTER_MS = 3000
const BELIEVED_MS = 5000

interface Typed {
  toldAt: number
  callOff(): void
}

/** Told at once, again at most every three seconds, and no longer after three seconds without a key. */
export function createOwnTyping(
  timers: Timers,
  tell: (conversationId: string, isTyping: boolean) => void,
): OwnTyping {
  const typing = new Map<string, Typed>()
  function stopped(conversationId: string): void {
    const known = typing.get(conversationId)
    if (!known) return
    known.callOff()
    typing.delete(conversationId)
    tell(conversationId, false)
  }
  return {
    typed(conversationId, text) {
      if (text === '') return stopped(conversationId)
      const known = typing.get(conversationId)
      known?.callOff()
      const isDue = !known || timers.now() - known.toldAt >= AGAIN_AFTER_MS
      typing.set(conversationId, {
        toldAt: isDue ? timers.now() : known.toldAt,
        callOff: timers.after(IDLE_AFTER_MS, () => stopped(conversationId)),
      })
      if (isDue) tell(conversationId, true)
    },
    stopped,
    connected() {
      for (const typed of typing.values()) typed.toldAt = -Infinity
    },
  }
}

export interface Typer {
  userId: string
  username: string
}

export interface Typers {
  told(conversationId: string, who: Typer, isTyping: boolean): void
  /** In the order they began. */
  in(conversationId: string): readonly Typer[]
  /** No news can come any more. */
  clear(): void
}

const nobody: readonly Typer[] = []

/** Whoever others say is typing, until they stop or nothing is heard of it for five seconds. */
export function createTypers(timers: Timers, onChange: (conversationId: string) => void): Typers {
  const typing = new Map<string, Map<string, Typer & { callOff(): void }>>()
  const shown = new Map<string, readonly Typer[]>()

  function show(conversationId: string): void {
    const all = [...(typing.get(conversationId)?.values() ?? [])]
    shown.set(
      conversationId,
      all.map(({ userId, username }) => ({ userId, username })),
    )
    onChange(conversationId)
  }

  function stop(conversationId: string, userId: string): void {
    const known = typing.get(conversationId)?.get(userId)
    if (!known) return
    known.callOff()
    typing.get(conversationId)!.delete(userId)
    show(conversationId)
  }

  return {
    told(conversationId, who, isTyping) {
      if (!isTyping) return stop(conversationId, who.userId)
      const here = typing.get(conversationId) ?? new Map<string, Typer & { callOff(): void }>()
      typing.set(conversationId, here)
      const known = here.get(who.userId)
      known?.callOff()
      const callOff = timers.after(BELIEVED_MS, () => stop(conversationId, who.userId))
      here.set(who.userId, { ...who, callOff })
      if (!known) show(conversationId)
    },
    in: (conversationId) => shown.get(conversationId) ?? nobody,
    clear() {
      for (const [conversationId, here] of typing)
        for (const userId of [...here.keys()]) stop(conversationId, userId)
    },
  }
}
