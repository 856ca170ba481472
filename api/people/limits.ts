// Guessing passwords is slow work here: ten wrong ones a minute for a name from an address, a hundred from an address.
// The name alone is not limited, or anybody could lock anybody out. The right password does not count, and tries for
// one name from one address take turns, so that a hundred at once are not all let through before one is counted. Several nodes count together.

import { isIPv6 } from 'node:net'
import { HttpError } from '#api/platform/httpError.ts'
import type { Limiter, Limiters } from '#api/platform/nodes.ts'

export interface PasswordLimits {
  /**
   * Makes one try and counts it when it was wrong.
   * @param name folded
   * @throws HttpError 429 with Retry-After, without having tried
   */
  guard<Found>(
    of: { name: string; address: string },
    check: () => Promise<Found>,
    isWrong: (found: Found) => boolean,
  ): Promise<Found>
}

const WINDOW_S = 60

export function createPasswordLimits(
  limiters: Limiters,
  { perName = 10, perAddress = 100 } = {},
): PasswordLimits {
  const addresses = limiters({ points: perAddress, duration: WINDOW_S, keyPrefix: 'address' })
  const names = limiters({ points: perName, duration: WINDOW_S, keyPrefix: 'name' })
  const lanes = new Map<string, Promise<unknown>>()

  async function inTurn<Found>(lane: string, act: () => Promise<Found>): Promise<Found> {
    const turn = (lanes.get(lane) ?? Promise.resolve()).catch(() => undefined).then(act)
    lanes.set(lane, turn)
    try {
      return await turn
    } finally {
      if (lanes.get(lane) === turn) lanes.delete(lane)
    }
  }

  return {
    guard({ name, address }, check, isWrong) {
      const from = network(address)
      const both = `${from} ${name}`
      return inTurn(both, async () => {
        await refuseBeyond(addresses, from)
        await refuseBeyond(names, both)
        const found = await check()
        if (isWrong(found)) await Promise.all([addresses.penalty(from), names.penalty(both)])
        return found
      })
    },
  }
}

async function refuseBeyond(limiter: Limiter, key: string): Promise<void> {
  const counted = await limiter.get(key)
  if (counted === null || counted.msBeforeNext <= 0 || counted.consumedPoints < limiter.points) return
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
  throw new HttpError(429, 'RATE_LIMITED', 'Too many attempts. Please wait a minute and try again.', {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** One customer holds a whole /64 of IPv6 addresses and can use a new one for each try. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
