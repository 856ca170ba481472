// Opens the conversation with a person, and starts it if there is none.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import { paths } from '#web/platform/paths.ts'
import { request } from '#web/platform/http.ts'
import { toast } from '#web/ui/toasts.tsx'

/**
 * @param find returns the id of a known conversation with this person, which opens without the network
 * @returns `starting`: the id of the person with whom it is being started
 */
export function useStartChat(find: (userId: string) => string | undefined) {
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<string | null>(null)
  const open = (conversationId: string) =>
    navigate(paths.conversation(conversationId), { state: { from: location.pathname } })

  const start = async ({ id, username }: ChatPerson) => {
    const conversationId = find(id)
    if (conversationId !== undefined) return open(conversationId)
    setStarting(id)
    const from = location.pathname
    try {
      // A repeated request returns the same conversation.
      const body = { type: 'direct' as const, participant_ids: [id] }
      const { body: started } = await request(startConversation, { body })
      // Not if the person has left the screen meanwhile.
      if (location.pathname === from) open(started.conversation.id)
    } catch {
      toast.error(`Failed to start chat with ${username}. Please try again.`)
    } finally {
      setStarting(null)
    }
  }
  return { starting, start: (person: ChatPerson) => void (starting === null && start(person)) }
}
