// The chat in React: each part of the screen draws anew with what it shows, and with nothing else.

import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { ConversationAnswer } from '#core/chat/contract.ts'
import type { Topic } from '#web/chat/myChat.ts'
import { connectionState, listen, myChat, versionOf } from '#web/chat/myChat.ts'
import type { OpenConversation, OpenState } from '#web/chat/openShapes.ts'
import { draftOf, keepDraft } from '#web/platform/drafts.ts'
import type { ConnectionState } from '#web/platform/live/connection.ts'
import type { Presence } from '#web/platform/live/presence.ts'
import type { Typer } from '#web/platform/live/typing.ts'
import { session } from '#web/platform/session.ts'
import { useNow } from '#web/platform/useNow.ts'

function useTopic(topic: Topic): void {
  useSyncExternalStore(
    (listener) => listen(topic, listener),
    () => versionOf(topic),
  )
}

export function useConnection(): ConnectionState {
  useTopic('connection')
  return connectionState()
}

export function useConversations() {
  useTopic('list')
  return { conversations: myChat().conversations(), ...myChat().listState() }
}

export function useConversation(id: string): ConversationAnswer | null {
  useTopic('list')
  return myChat().conversation(id)
}

/** Null for the moment before it is opened. */
export function useOpenConversation(id: string): { open: OpenConversation; state: OpenState } | null {
  const [open, setOpen] = useState<OpenConversation | null>(null)
  useTopic(`conversation ${id}`)
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
  return open && { open, state: open.state() }
}

/** Hears who is typing in them while they are on the screen; says in which somebody is. */
export function useTypingIn(ids: readonly string[]): ReadonlySet<string> {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())
  const all = ids.join(' ')
  useLayoutEffect(() => {
    const watched = all === '' ? [] : all.split(' ')
    const tell = () => setTyping(new Set(watched.filter((id) => myChat().typersIn(id).length > 0)))
    const stops = watched.map((id) => listen(`typing ${id}`, tell))
    const leave = myChat().watch(watched)
    return () => [...stops, leave].forEach((stop) => stop())
  }, [all])
  return typing
}

export function useTypers(conversationId: string): readonly Typer[] {
  useTopic(`typing ${conversationId}`)
  return myChat().typersIn(conversationId)
}

const EVERY_SECOND_MS = 1000

/** Derived anew each second from what was told (spec §9: presence poll). Null while nothing is known of them. */
export function usePresenceOf(): (userId: string) => Presence | null {
  useTopic('presence')
  useNow(EVERY_SECOND_MS)
  return (userId) => myChat().presenceOf(userId)
}

/** What was begun in a conversation and not sent, and how to keep it. */
export function useDraft(conversationId: string): [string, (text: string) => void] {
  const myId = useSnapshot(session).user?.id ?? ''
  const [draft] = useState(() => draftOf(myId, conversationId))
  return [draft, (text) => keepDraft(myId, conversationId, text)]
}
