// Typing indicators: published while keys are pressed, and shown for five seconds.

import type { Timers } from '#web/platform/time/timers.ts'

const PUBLISH_EVERY_MS = 3000
const IDLE_AFTER_MS = 3000
const SHOWN_MS = 5000

/** Publishes the first key at once, later ones every three seconds, and a stop after three seconds without a key. */
export function createOwnTyping(
  timers: Timers,
  publish: (conversationId: string, isTyping: boolean) => void,
) {
  const typing = new Map<string, { publishedAt: number; cancel(): void }>()
  /** The text was sent, or the conversation left. */
  function stopped(conversationId: string): void {
    const current = typing.get(conversationId)
    if (!current) return
    current.cancel()
    typing.delete(conversationId)
    publish(conversationId, false)
  }
  return {
    /** @param text the whole text of the input */
    typed(conversationId: string, text: string): void {
      if (text === '') return stopped(conversationId)
      const current = typing.get(conversationId)
      current?.cancel()
      const isDue = !current || timers.now() - current.publishedAt >= PUBLISH_EVERY_MS
      typing.set(conversationId, {
        publishedAt: isDue ? timers.now() : current.publishedAt,
        cancel: timers.after(IDLE_AFTER_MS, () => stopped(conversationId)),
      })
      if (isDue) publish(conversationId, true)
    },
    stopped,
    /** The connection is new: the next key is published at once. */
    connected(): void {
      for (const current of typing.values()) current.publishedAt = -Infinity
    },
  }
}

/** Another person who is typing. */
export interface TypingIndicator {
  userId: string
  username: string
  conversationId: string
  /** When the last start was received, by the timers' clock. */
  startedAt: number
}

export type TypingPeople = ReturnType<typeof createTypingPeople>

/**
 * Shows who is typing, until a stop is received or nothing for five seconds.
 * @param shown by conversation id, in the order they started; filled here
 */
export function createTypingPeople(timers: Timers, shown: Record<string, readonly TypingIndicator[]>) {
  function setTyping(conversationId: string, typing: readonly TypingIndicator[]): void {
    if (typing.length > 0) shown[conversationId] = typing
    else delete shown[conversationId]
  }

  function expire(conversationId: string): void {
    const isFresh = ({ startedAt }: TypingIndicator) => timers.now() - startedAt < SHOWN_MS
    const typing = shown[conversationId] ?? []
    if (!typing.every(isFresh)) setTyping(conversationId, typing.filter(isFresh))
  }

  return {
    received(conversationId: string, person: { userId: string; username: string }, isTyping: boolean): void {
      const { userId, username } = person
      const typing = shown[conversationId] ?? []
      const index = typing.findIndex((indicator) => indicator.userId === userId)
      if (isTyping) {
        const indicator = { userId, username, conversationId, startedAt: timers.now() }
        setTyping(conversationId, index < 0 ? [...typing, indicator] : typing.with(index, indicator))
        timers.after(SHOWN_MS, () => expire(conversationId))
      } else if (index >= 0) setTyping(conversationId, typing.toSpliced(index, 1))
    },
    /** The connection is lost: no stop would be received. */
    clear(): void {
      for (const conversationId of Object.keys(shown)) delete shown[conversationId]
    },
  }
}
