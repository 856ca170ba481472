// Hooks of the chat: each part of a screen renders again only when the state that it reads has changed.

import { useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import type { ChatState, OpenState } from '#web/chat/engine/chatState.ts'
import { type UserPresence, currentPresence } from '#web/chat/engine/live/presence.ts'
import type { TypingIndicator } from '#web/chat/engine/live/typing.ts'
import type { OpenConversation } from '#web/chat/engine/open/openConversation.ts'
import { chatState } from '#web/chat/state/chatState.ts'
import { connectChat, currentChat } from '#web/chat/state/currentChat.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'
import { SECOND_MS, useNow } from '#web/platform/time/useNow.ts'

function useChatState(): ChatState {
  useLayoutEffect(connectChat, [])
  return useSnapshot(chatState) as ChatState
}

export const useConnection = () => useChatState().connection

export const useConversations = () => useChatState().list

export function useConversation(id: string): ConversationResponse | null {
  return useConversations().conversations.find((conversation) => conversation.id === id) ?? null
}

/** Null until it is open. */
export function useOpenConversation(id: string): { open: OpenConversation; state: OpenState } | null {
  const [open, setOpen] = useState<OpenConversation | null>(null)
  const state = useChatState().open[id]
  useLayoutEffect(() => {
    const { conversation, close } = currentChat().open(id)
    // Opening it fetches and joins, which a render must not do.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpen(conversation)
    return () => {
      setOpen(null)
      close()
    }
  }, [id])
  return open && state ? { open, state } : null
}

/** The person cannot read it, or it does not exist. */
export const useIsGone = (id: string): boolean => useChatState().open[id]?.status === 'gone'

/** Those of these conversations in which another person is typing. */
export function useTypingIn(ids: readonly string[]): ReadonlySet<string> {
  const { typing } = useChatState()
  // The same conversations in another order keep their rooms.
  const set = ids.toSorted().join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => currentChat().watch(ids), [set])
  return new Set(ids.filter((id) => typing[id]))
}

const nobody: readonly TypingIndicator[] = []

export const useTypers = (conversationId: string): readonly TypingIndicator[] =>
  useChatState().typing[conversationId] ?? nobody

/** Derived anew each second, because presences expire (spec §9: presence poll). Null while unknown. */
export function usePresenceOf(): (userId: string) => UserPresence | null {
  const { presences, disconnectedAt } = useChatState()
  useNow(SECOND_MS)
  return (userId) => {
    const presence = presences[userId]
    return presence ? currentPresence(presence, deviceTimers.now(), disconnectedAt) : null
  }
}
