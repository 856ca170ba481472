// Sends the answer to an invitation or to a request to join, once per press.

import { useState } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { respondToInvitation } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export type InvitationAnswer = 'accepted' | 'declined'

interface Options {
  /** Called before the answer is sent. */
  onAnswer: () => void
  /** Called when the answer is sent, or waits for the network. */
  onDone?: () => void
  onFailed?: () => void
  done: (response: InvitationAnswer) => string
  failed: string
}

export function useInvitationAnswer({ id, trip }: Invitation, options: Options) {
  const { onAnswer, onDone, onFailed, done, failed } = options
  const [answered, setAnswered] = useState<InvitationAnswer>()
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const [hasWaited, setWaited] = useState(false)
  const sentState = useCommands(trip.id, respondToInvitation).findLast(
    ({ params }) => params['invitationId'] === id,
  )?.state
  // What has waited may still be refused, and nothing of it is on the card until the server has responded.
  const isWaiting = sentState === 'waiting' || (hasWaited && sentState === 'sending')
  const hasFailed = sentState === 'refused'
  const [hadFailed, setHadFailed] = useState(hasFailed)
  if (hasFailed !== hadFailed) {
    setHadFailed(hasFailed)
    if (hasFailed) setAnswered(undefined)
  }
  const answer = (response: InvitationAnswer) => {
    onAnswer()
    run(async () => {
      setError(undefined)
      setAnswered(response)
      try {
        const command = { endpoint: respondToInvitation, params: { invitationId: id }, body: { response } }
        const sent = await sendTripCommand(trip.id, command)
        setWaited(sent.state === 'waiting')
        onDone?.()
        toast.outcome(sent, done(response), failed)
      } catch (failure) {
        setError(failureText(failed, failure))
        setAnswered(undefined)
        onFailed?.()
      }
    })
  }
  return { answer, answered, isSubmitting, isWaiting, error, clearError: () => setError(undefined) }
}
