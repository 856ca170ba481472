// What notifies a person of a conversation, as the person set it: the same on every device. The log keeps the newest event only.

import type { Decider, DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamType.ts'

/** What notifies the reader of a conversation; one without it notifies of all messages. */
export interface Mute {
  /** `mentions`: only a mention of this person notifies. */
  level: 'mentions' | 'none'
  /** RFC 3339; null for always. */
  until: string | null
}

export type MuteSetting = { level: Mute['level'] | 'all'; until: string | null }

/** By conversation id, the newest last. */
export type Mutes = Readonly<Record<string, Mute>>

export type MutesSet = DomainEvent<'MutesSet', { userId: string; mutes: Mutes; conversationId: string }>

export const muteUpcasts = { MutesSet: [] } satisfies Record<MutesSet['type'], Upcasts[string]>

export interface SetNotifications extends MuteSetting {
  type: 'SetNotifications'
  userId: string
  conversationId: string
  now: string
}

/** Further ones take the place of the oldest. */
const MAX_MUTES = 1000

/** @param now RFC 3339 UTC */
export const isMuted = (mute: MuteSetting | undefined, now: string): mute is Mute =>
  mute !== undefined && mute.level !== 'all' && (mute.until === null || mute.until > now)

export const muteStreamType: StreamType<{ mutes: Mutes }, SetNotifications, MutesSet> &
  Decider<{ mutes: Mutes }, SetNotifications, MutesSet> = {
  prefix: 'mutes-',
  maxEvents: 1,
  initialState: () => ({ mutes: {} }),
  evolve(state, { data: { mutes } }) {
    state.mutes = mutes
  },
  decide({ userId, conversationId, level, until, now }, { mutes }) {
    const before = mutes[conversationId]
    if (level === (before?.level ?? 'all') && until === (before?.until ?? null)) return []
    const others = Object.entries(mutes).filter(([id, mute]) => id !== conversationId && isMuted(mute, now))
    const all: [string, Mute][] = level === 'all' ? others : [...others, [conversationId, { level, until }]]
    const data = { userId, mutes: Object.fromEntries(all.slice(-MAX_MUTES)), conversationId }
    return [{ type: 'MutesSet', data }]
  },
}
