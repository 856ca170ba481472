// The result of one person's deposit: the form's own response until the outbox takes over, which drops the command
// once it is done.

export interface Deposit {
  /** The idempotency key of every attempt, so that no retry counts twice. */
  key: string
  /** The response the form received; null until then. */
  response:
    | { state: 'done' }
    | { state: 'waiting'; failure: string | null }
    | { state: 'refused'; text: string }
    | null
}

export interface DepositResult {
  state: 'sending' | 'done' | 'waiting' | 'refused'
  /** The reason of a refusal, or the server's failure. */
  text: string | null
}

interface InOutbox {
  state: 'sending' | 'waiting' | 'refused'
  error: string | null
}

/** @param item the outbox's command with the deposit's key, if there is one */
export function depositResult({ response }: Deposit, item: InOutbox | undefined): DepositResult {
  if (response?.state === 'done') return { state: 'done', text: null }
  if (response?.state === 'refused') return { state: 'refused', text: response.text }
  const failure = response?.state === 'waiting' ? response.failure : null
  if (item) return { state: item.state, text: item.error ?? failure }
  return { state: response ? 'done' : 'sending', text: null }
}
