// Who is typing: told while keys are pressed, believed for five seconds.

import { ref } from 'valtio/vanilla'
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

/** Somebody else who is typing. */
export interface TypingIndicator {
  userId: string
  username: string
  conversationId: string
  /** When they were last heard to start, by the timers' clock. */
  startedAt: number
}

export interface TypingPeople {
  told(conversationId: string, who: { userId: string; username: string }, isTyping: boolean): void
  /** No news can come any more. */
  clear(): void
}

/**
 * Whoever others say is typing, until they stop or nothing is heard of it for five seconds.
 * @param shown by the id of the conversation, in the order they began
 */
export function createTypingPeople(
  timers: Timers,
  shown: Record<string, readonly TypingIndicator[]>,
): TypingPeople {
  const typingIn = (conversationId: string) => shown[conversationId] ?? []

  function show(conversationId: string, typing: readonly TypingIndicator[]): void {
    if (typing.length > 0) shown[conversationId] = ref(typing)
    else delete shown[conversationId]
  }

  function expire(conversationId: string): void {
    const isFresh = ({ startedAt }: TypingIndicator) => timers.now() - startedAt < BELIEVED_MS
    const typing = typingIn(conversationId)
    if (!typing.every(isFresh)) show(conversationId, typing.filter(isFresh))
  }

  return {
    told(conversationId, { userId, username }, isTyping) {
      const typing = typingIn(conversationId)
      const at = typing.findIndex((one) => one.userId === userId)
      if (isTyping) {
        const indicator = { userId, username, conversationId, startedAt: timers.now() }
        show(conversationId, at < 0 ? [...typing, indicator] : typing.with(at, indicator))
        timers.after(BELIEVED_MS, () => expire(conversationId))
      } else if (at >= 0) show(conversationId, typing.toSpliced(at, 1))
    },
    clear() {
      for (const conversationId of Object.keys(shown)) delete shown[conversationId]
    },
  }
}
