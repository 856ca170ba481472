// What a link invites to. The secret of the link comes in the fragment of the address and leaves it at once, so that it
// is in no history of the browser, no shared screen and no copied address. It stays with this entry of this tab, for a
// reload and for the way back from the log-in (docs/decisions/0260).

import { useEffect, useLayoutEffect, useReducer, useState } from 'react'
import { useSnapshot } from 'valtio'
import { previewInviteLink } from '#core/trips/contract.ts'
import type { InvitePreview } from '#core/trips/responses.ts'
import { Refused, request, Unreachable } from '#web/platform/http/http.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'
import { paths } from '#web/platform/page/paths.ts'
import { session } from '#web/platform/session/session.ts'

const storedSecret = (): string => {
  const { secret } = (history.state ?? {}) as { secret?: unknown }
  return typeof secret === 'string' ? secret : ''
}

const secretInAddress = (): string => location.hash.slice(1) || storedSecret()

/** '' for an address without one. */
export function useSecret(): string {
  const [secret, setSecret] = useState(secretInAddress)
  useLayoutEffect(() => {
    const take = () => {
      const secret = secretInAddress()
      history.replaceState({ ...history.state, secret }, '', paths.join)
      setSecret(secret)
    }
    take()
    // Another link was pasted.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return secret
}

export interface ReadInvitation {
  /** 'incomplete' for a secret that belongs to no link; null until it is read. */
  preview: InvitePreview | 'incomplete' | null
  failure: Unreachable | null
  retry: () => void
  /** The link was refused after it was shown. */
  end: () => void
}

/** Reads it again by itself once the network is back. */
export function useInvitation(secret: string): ReadInvitation {
  const { user } = useSnapshot(session)
  const [read, setRead] = useState<{ secret: string; preview: ReadInvitation['preview'] }>()
  const [failure, setFailure] = useState<Unreachable | null>(null)
  const [attempts, retry] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (secret === '') return undefined
    const attempt = () =>
      readPreview(secret).catch((error: unknown) => {
        if (!(error instanceof Unreachable)) return 'incomplete' as const
        setFailure(error)
        // Asked again only where there was no answer.
        if (error.response) return null
        throw error
      })
    return repeatUntilDone(attempt, (preview) => {
      if (preview === null) return
      setFailure(null)
      setRead({ secret, preview })
    })
  }, [secret, user?.id, attempts])
  // What is shown stays while it is read again for a person whose session has ended.
  const preview = secret === '' ? 'incomplete' : read?.secret === secret ? read.preview : null
  return {
    preview,
    failure,
    retry,
    end: () =>
      setRead((before) =>
        before && before.preview !== null && before.preview !== 'incomplete'
          ? { ...before, preview: { ...before.preview, trip: null, guests: [] } }
          : before,
      ),
  }
}

/** A session that has ended is no hindrance: it is read again as nobody. */
async function readPreview(secret: string): Promise<InvitePreview> {
  const body = { secret }
  try {
    return (await request(previewInviteLink, { body, token: session.token })).body
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    return (await request(previewInviteLink, { body, token: null })).body
  }
}
