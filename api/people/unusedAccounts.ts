// Finds the accounts without password and passkey that nobody can be waiting for: they came by a link, wrote nothing, and
// their session has ended by itself.

import { type EventStore, START } from '#core/store/eventStore.ts'
import type { AccountEvent } from '#core/people/events.ts'
import { accountStreamType, sessionsStreamType } from '#core/people/decider.ts'
import { PROVISIONAL_LIFE_MS } from '#api/people/tokens.ts'

export interface UnusedAccount {
  username: string
  displayName: string
  /** RFC 3339 UTC. */
  lastUsedAt: string
}

/** What a person writes by coming and looking alone. */
const ofComing = new Set(['UsernameReserved', 'SessionStarted', 'SessionRenewed', 'JoinedByLink', 'ReadUpTo'])

/** Reads the whole log. @param nowMs milliseconds since 1970 */
export async function findUnusedAccounts(store: EventStore, nowMs: number): Promise<UnusedAccount[]> {
  const found = new Map<string, UnusedAccount>()
  const head = await store.head()
  const stop = new AbortController()
  if (head === START) return []
  for await (const batch of store.subscribe({ after: START, signal: stop.signal })) {
    for (const { stream, type, data, meta } of batch) {
      const account = found.get(meta.actor)
      if (type === 'UserRegistered') {
        const user = data as Extract<AccountEvent, { type: 'UserRegistered' }>['data']
        const { userId, username, displayName = username } = user
        if (user.isProvisional) found.set(userId, { username, displayName, lastUsedAt: meta.at })
      } else if (stream.startsWith(accountStreamType.prefix)) {
        found.delete(stream.slice(accountStreamType.prefix.length))
      } else if (account && !ofComing.has(type)) {
        found.delete(meta.actor)
      } else if (account && stream.startsWith(sessionsStreamType.prefix)) {
        account.lastUsedAt = meta.at
      }
    }
    if (batch.at(-1)!.position >= head) break
  }
  stop.abort()
  const before = new Date(nowMs - PROVISIONAL_LIFE_MS).toISOString()
  return [...found.values()].filter(({ lastUsedAt }) => lastUsedAt < before)
}
