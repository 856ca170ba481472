// Opens the conversation with a person, and starts it if there is none.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#core/chat/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { request } from '#web/platform/http.ts'
import { toast } from '#web/ui/toasts.tsx'

interface StartChat {
  /** The id of the person with whom it is being started. */
  starting: string | null
  start: (person: { id: string; username: string }) => void
}

/** @param find returns the id of a known conversation with this person, which opens without the network */
export function useStartChat(find: (userId: string) => string | undefined): StartChat {
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<string | null>(null)
  const open = (conversationId: string) =>
    navigate(paths.conversation(conversationId), { state: { from: location.pathname } })

  const start = async ({ id, username }: { id: string; username: string }) => {
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
  return { starting, start: (person) => void (starting === null && start(person)) }
}
