// The chat in React: each part of the screen draws anew with what it shows, and with nothing else.

import { useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { chatState } from '#web/chat/chatState.ts'
import { beginChat, myChat } from '#web/chat/myChat.ts'
import type { OpenConversation, OpenState } from '#web/chat/openShapes.ts'
import { readDraft, saveDraft } from '#web/platform/drafts.ts'
import type { ShownPresence } from '#web/platform/live/presence.ts'
import { toShownPresence } from '#web/platform/live/presence.ts'
import type { TypingIndicator } from '#web/platform/live/typing.ts'
import { session } from '#web/platform/session.ts'
import { deviceTimers } from '#web/platform/timers.ts'
import { useNow } from '#web/platform/useNow.ts'

function useChatState() {
  useLayoutEffect(beginChat, [])
  return useSnapshot(chatState)
}

export const useConnection = () => useChatState().connection

export const useConversations = () => useChatState().list

export function useConversation(id: string): ConversationResponse | null {
  return useConversations().conversations.find((one) => one.id === id) ?? null
}

/** Null for the moment before it is opened. */
export function useOpenConversation(id: string): { open: OpenConversation; state: OpenState } | null {
  const [open, setOpen] = useState<OpenConversation | null>(null)
  const state = useChatState().open[id]
  useLayoutEffect(() => {
    const { conversation, close } = myChat().open(id)
    // It is opened with the screen and closed with it, which a render may not do.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpen(conversation)
    return () => {
      setOpen(null)
      close()
    }
  }, [id])
  return open && state ? { open, state } : null
}

/** Hears who is typing in them while they are on the screen; says in which somebody is. */
export function useTypingIn(ids: readonly string[]): ReadonlySet<string> {
  const { typing } = useChatState()
  const all = ids.join(' ')
  useLayoutEffect(() => myChat().watch(all === '' ? [] : all.split(' ')), [all])
  return new Set(ids.filter((id) => typing[id]))
}

const nobody: readonly TypingIndicator[] = []

export const useTypers = (conversationId: string): readonly TypingIndicator[] =>
  useChatState().typing[conversationId] ?? nobody

const EVERY_SECOND_MS = 1000

/** Derived anew each second from what was told (spec §9: presence poll). Null while nothing is known of them. */
export function usePresenceOf(): (userId: string) => ShownPresence | null {
  const { presences, lostAt } = useChatState()
  useNow(EVERY_SECOND_MS)
  return (userId) => {
    const known = presences[userId]
    return known ? toShownPresence(known, deviceTimers.now(), lostAt) : null
  }
}

/** What was begun in a conversation and not sent, and how to keep it. */
export function useDraft(conversationId: string): [string, (text: string) => void] {
  const myId = useSnapshot(session).user?.id ?? ''
  const [draft] = useState(() => readDraft(myId, conversationId))
  return [draft, (text) => saveDraft(myId, conversationId, text)]
}
