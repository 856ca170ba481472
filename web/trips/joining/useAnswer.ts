// Sends the answer to an invitation, a request to join or a claim of a guest, once per press.

import { useState } from 'react'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { respondToInvitation } from '#core/trips/contract.ts'
import type { Invitation } from '#core/trips/responses.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export type Answer = 'accepted' | 'declined'

interface Question {
  tripId: string
  endpoint: Endpoint<unknown, { response: Answer }>
  params: Params
}

interface Options {
  /** Called before the answer is sent. */
  onAnswer: () => void
  /** Called when the answer is sent, or waits for the network. */
  onDone?: () => void
  onFailed?: () => void
  /** Undefined where the row at hand says it. */
  done?: (response: Answer) => string
  failed: string
}

/** To an invitation or a request to join. */
export const useInvitationAnswer = ({ id, trip }: Invitation, options: Options) =>
  useAnswer({ tripId: trip.id, endpoint: respondToInvitation, params: { invitationId: id } }, options)

export function useAnswer({ tripId, endpoint, params }: Question, options: Options) {
  const { onAnswer, onDone, onFailed, done, failed } = options
  const [answered, setAnswered] = useState<Answer>()
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const [hasWaited, setWaited] = useState(false)
  const sentState = useCommands(tripId, endpoint).findLast((command) =>
    Object.entries(params).every(([name, value]) => command.params[name] === value),
  )?.state
  // What has waited may still be refused, and nothing of it is on the card until the server has responded.
  const isWaiting = sentState === 'waiting' || (hasWaited && sentState === 'sending')
  const hasFailed = sentState === 'refused'
  const [hadFailed, setHadFailed] = useState(hasFailed)
  if (hasFailed !== hadFailed) {
    setHadFailed(hasFailed)
    if (hasFailed) setAnswered(undefined)
  }
  const answer = (response: Answer) => {
    onAnswer()
    run(async () => {
      setError(undefined)
      setAnswered(response)
      try {
        const sent = await sendTripCommand(tripId, { endpoint, params, body: { response } })
        setWaited(sent.state === 'waiting')
        onDone?.()
        if (done) toast.outcome(sent, done(response), failed)
      } catch (failure) {
        setError(failureText(failed, failure))
        setAnswered(undefined)
        onFailed?.()
      }
    })
  }
  return { answer, answered, isSubmitting, isWaiting, error, clearError: () => setError(undefined) }
}
