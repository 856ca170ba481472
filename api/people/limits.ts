// Guessing passwords is slow work here: ten wrong ones a minute for a name from an address, a hundred from an address.
// The name alone is not limited, or anybody could lock anybody out.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { isIPv6 } from 'node:net'
import { HttpError } from '#api/platform/httpError.ts'

export interface PasswordLimits {
  /**
   * Counts a try as wrong before it is made, so that a hundred at once are not all let through; the caller takes
   * it back when the password was right or could not be checked.
   * @param name folded
   * @throws HttpError 429 with Retry-After
   */
  count(name: string, address: string): Promise<{ takeBack(): Promise<void> }>
}

const WINDOW_S = 60

export function createPasswordLimits({ perName = 10, perAddress = 100 } = {}): PasswordLimits {
  const addresses = new RateLimiterMemory({ points: perAddress, duration: WINDOW_S, keyPrefix: 'address' })
  const names = new RateLimiterMemory({ points: perName, duration: WINDOW_S, keyPrefix: 'name' })
  return {
    async count(name, address) {
      const from = network(address)
      const both = `${from} ${name}`
      // The address first: what it may not try leaves no trace of the names it made up.
      await addresses.consume(from).catch(refuse)
      try {
        await names.consume(both)
      } catch (error) {
        // Was not tried, so it is not held against the others at this address.
        await addresses.reward(from)
        refuse(error)
      }
      return {
        async takeBack() {
          await Promise.all([addresses.reward(from), names.reward(both)])
        },
      }
    },
  }
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

function refuse(error: unknown): never {
  if (!(error instanceof RateLimiterRes)) throw error
  const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
  throw new HttpError(429, 'RATE_LIMITED', 'Too many attempts. Please wait a minute and try again.', {
    headers: { 'Retry-After': String(seconds) },
  })
}
