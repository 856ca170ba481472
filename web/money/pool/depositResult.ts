// What became of one person's deposit. The form heard the first answer; what waited goes on in the outbox, which
// forgets it when it is done.

export interface Deposit {
  /** Its idempotency key, whatever happens: no retry can count twice. */
  key: string
  /** What the form heard; null until then. */
  heard:
    | { state: 'done' }
    | { state: 'waiting'; failure: string | null }
    | { state: 'refused'; text: string }
    | null
}

export interface DepositResult {
  state: 'sending' | 'done' | 'waiting' | 'refused'
  /** Why it was refused, or what the server said when it failed. */
  text: string | null
}

interface InOutbox {
  state: 'sending' | 'waiting' | 'refused'
  error: string | null
}

/** @param item of the outbox with the deposit's key, if it is there */
export function depositResult({ heard }: Deposit, item: InOutbox | undefined): DepositResult {
  if (heard?.state === 'done') return { state: 'done', text: null }
  if (heard?.state === 'refused') return { state: 'refused', text: heard.text }
  const failure = heard?.state === 'waiting' ? heard.failure : null
  if (item) return { state: item.state, text: item.error ?? failure }
  return { state: heard ? 'done' : 'sending', text: null }
}
