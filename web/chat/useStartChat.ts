// From a person to the conversation with them, begun when there is none yet.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { startConversation } from '#core/chat/contract.ts'
import { paths } from '#web/app/paths.ts'
import { request } from '#web/platform/http.ts'
import { toast } from '#web/ui/toasts.tsx'

interface StartChat {
  /** The id of the person it is being begun with. */
  starting: string | null
  start: (person: { id: string; username: string }) => void
}

/** @param known the id of the conversation with this person, where there is one: it opens without the network */
export function useStartChat(known: (userId: string) => string | undefined): StartChat {
  const [, navigate] = useLocation()
  const [starting, setStarting] = useState<string | null>(null)
  const open = (conversationId: string) =>
    navigate(paths.conversation(conversationId), { state: { from: location.pathname } })

  const start = async ({ id, username }: { id: string; username: string }) => {
    const conversationId = known(id)
    if (conversationId !== undefined) return open(conversationId)
    setStarting(id)
    const from = location.pathname
    try {
      // Asked twice it is the same conversation, so a try that was lost does no harm.
      const body = { type: 'direct' as const, participant_ids: [id] }
      const { body: started } = await request(startConversation, { body })
      // Whoever has gone elsewhere meanwhile stays there.
      if (location.pathname === from) open(started.conversation.id)
    } catch {
      toast.error(`Failed to start chat with ${username}. Please try again.`)
    } finally {
      setStarting(null)
    }
  }
  return { starting, start: (person) => void (starting === null && start(person)) }
}
