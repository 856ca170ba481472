// The result of one person's contribution: the response the form received, or the state of its command in the outbox,
// which removes the command once it is done.

export interface SentContribution {
  /** The idempotency key of every attempt, so that no retry counts twice. */
  key: string
  /** The first response; null until it is received. */
  response:
    | { state: 'done' }
    | { state: 'waiting'; failure: string | null }
    | { state: 'refused'; text: string }
    | null
}

export interface ContributionResult {
  state: 'sending' | 'done' | 'waiting' | 'refused'
  /** The reason of a refusal, or the server's failure. */
  text: string | null
}

interface CommandState {
  state: 'sending' | 'waiting' | 'refused'
  error: string | null
}

/** @param command the outbox's command with the contribution's key, if there is one */
export function contributionResult(
  { response }: SentContribution,
  command: CommandState | undefined,
): ContributionResult {
  if (response?.state === 'done') return { state: 'done', text: null }
  if (response?.state === 'refused') return { state: 'refused', text: response.text }
  const failure = response?.state === 'waiting' ? response.failure : null
  if (command) return { state: command.state, text: command.error ?? failure }
  return { state: response ? 'done' : 'sending', text: null }
}
