// The rules of the passkeys of an account.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import { refuseBeyond, limit } from '#core/kernel/limits.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { PasskeyEvent } from '#core/people/events.ts'
import { peopleLimits } from '#core/people/limits.ts'

export type AddedPasskey = Extract<PasskeyEvent, { type: 'PasskeyAdded' }>['data']

export interface Passkey extends AddedPasskey {
  /** RFC 3339 UTC, as all times. */
  createdAt: string
  /** null before the first use. */
  lastUsedAt: string | null
}

/** By their ids, oldest first. */
export type PasskeysState = Map<string, Passkey>

export type PasskeysCommand =
  | { type: 'AddPasskey'; passkey: AddedPasskey }
  /** @see PasskeyUsed; `at` in RFC 3339 UTC */
  | { type: 'UsePasskey'; passkeyId: string; counter: number; at: string }
  /** A password is never taken away, so an account that had one when it was asked has one. */
  | { type: 'RemovePasskey'; passkeyId: string; hasPassword: boolean }
  | { type: 'RemoveAllPasskeys' }

const passkeysOfAccount = limit(
  peopleLimits.passkeys.max,
  (most) => `An account can have at most ${most} passkeys`,
)

/** Also before a browser makes one that would be refused. */
export const refuseMorePasskeys = (passkeys: PasskeysState) => refuseBeyond(passkeysOfAccount, passkeys.size)

export const passkeysStreamType: StreamType<PasskeysState, PasskeysCommand, PasskeyEvent> = {
  prefix: 'passkeys-',
  initialState: () => new Map(),
  evolve(state, { type, data, meta }) {
    switch (type) {
      case 'PasskeyAdded':
        state.set(data.passkeyId, { ...data, createdAt: meta.at, lastUsedAt: null })
        return
      case 'PasskeyUsed': {
        const used = state.get(data.passkeyId)
        if (used) state.set(used.passkeyId, { ...used, ...data, lastUsedAt: meta.at })
        return
      }
      case 'PasskeyRemoved':
        state.delete(data.passkeyId)
        return
    }
  },
  decide(command, state): Decision<PasskeyEvent> {
    switch (command.type) {
      case 'AddPasskey': {
        const { passkey } = command
        if (state.has(passkey.passkeyId)) return refuse('PasskeyIsThere')
        return refuseMorePasskeys(state) ?? [{ type: 'PasskeyAdded', data: passkey }]
      }
      case 'UsePasskey': {
        const { passkeyId, counter, at } = command
        const passkey = state.get(passkeyId)
        if (!passkey) return refuse('PasskeyNotAccepted')
        const isCounted = counter > 0 || passkey.counter > 0
        // It was copied: the other one has been used since.
        if (isCounted && counter <= passkey.counter) return refuse('PasskeyNotAccepted')
        const isFirstOfDay = passkey.lastUsedAt?.slice(0, 10) !== at.slice(0, 10)
        return isCounted || isFirstOfDay ? [{ type: 'PasskeyUsed', data: { passkeyId, counter } }] : []
      }
      case 'RemovePasskey': {
        const { passkeyId, hasPassword } = command
        if (!state.has(passkeyId)) return notFound()
        if (state.size === 1 && !hasPassword) return refuse('OnlyWayIn')
        return [{ type: 'PasskeyRemoved', data: { passkeyId } }]
      }
      case 'RemoveAllPasskeys':
        return [...state.keys()].map((passkeyId) => ({ type: 'PasskeyRemoved', data: { passkeyId } }))
    }
  },
}
