// Opens the conversation with a person, or starts it.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import { shownName } from '#core/kernel/personName.ts'
import { otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { useConversations } from '#web/chat/state/useChat.ts'
import { request } from '#web/platform/http/http.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** A known conversation opens without the network. @returns `starting`: the id of the person with whom it is being started */
export function useStartChat() {
  const myId = useMyId()
  const { conversations } = useConversations()
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<string | null>(null)
  const open = (conversationId: string) =>
    navigate(paths.conversation(conversationId), { state: { from: location.pathname } })

  const start = async (user: ChatPerson) => {
    const { id } = user
    const known = conversations.find(
      (conversation) => conversation.type === 'direct' && otherPersonOf(conversation, myId)?.id === id,
    )
    if (known) return open(known.id)
    setStarting(id)
    const from = location.pathname
    try {
      // A repeated request returns the same conversation.
      const body = { type: 'direct' as const, participant_ids: [id] }
      const { body: started } = await request(startConversation, { body })
      // Not if the person has left the screen meanwhile.
      if (location.pathname === from) open(started.conversation.id)
    } catch {
      toast.error(`Failed to start chat with ${shownName(user)}. Please try again.`)
    } finally {
      setStarting(null)
    }
  }
  return { starting, start: (person: ChatPerson) => void (starting === null && start(person)) }
}
