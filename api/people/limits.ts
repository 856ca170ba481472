// Guessing passwords is slow work here: ten wrong ones a minute for a name from an address, a hundred from an address.
// The name alone is not limited, or anybody could lock anybody out. The right password does not count, and tries for
// one name from one address take turns, so that a hundred at once are not all let through before one is counted. Of one
// address two tries are made at once, so that a few addresses do not fill the queue of all. Several nodes count together.

import { serverLimits } from '#core/kernel/limits.ts'
import { createSemaphorePerKey } from '#api/platform/semaphore.ts'
import { networkOf } from '#api/platform/address.ts'
import { consume, tooMany } from '#api/platform/limit.ts'
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
  /** Makes an account. @throws HttpError 429 with Retry-After, without having tried */
  signUp<Made>(address: string, make: () => Promise<Made>): Promise<Made>
}

export const passwordLimits = {
  /** Wrong ones a minute. */
  perName: 10,
  perAddress: 100,
  /** Tries of one address at a time, and those that wait for them. */
  atOnce: 2,
  waiting: 250,
  /** Accounts, made or tried to make. */
  accountsPerAddressAndHour: serverLimits.accountsPerAddressAndHour as number,
  accountsPerHour: serverLimits.accountsPerHour as number,
}

const WINDOW_S = 60
const HOUR_S = 3600
const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a minute and try again.'
const TOO_MANY_ACCOUNTS = 'Too many accounts were made. Please try again later.'

export function createPasswordLimits(limiters: Limiters, of = passwordLimits): PasswordLimits {
  const { perName, perAddress, atOnce, waiting, accountsPerAddressAndHour, accountsPerHour } = of
  const fromOne = limiters({ points: accountsPerAddressAndHour, duration: HOUR_S, keyPrefix: 'accounts' })
  const fromAll = limiters({ points: accountsPerHour, duration: HOUR_S, keyPrefix: 'allAccounts' })
  const inTurnOfAddress = createSemaphorePerKey(atOnce, waiting, () => tooMany(5, TOO_MANY_ATTEMPTS))
  const addresses = limiters({ points: perAddress, duration: WINDOW_S, keyPrefix: 'address' })
  const names = limiters({ points: perName, duration: WINDOW_S, keyPrefix: 'name' })
  // The queue of the address is the limit of this one.
  const inTurn = createSemaphorePerKey(1, Infinity, () => tooMany(5, TOO_MANY_ATTEMPTS))

  return {
    guard({ name, address }, check, isWrong) {
      const from = networkOf(address)
      const both = `${from} ${name}`
      return inTurnOfAddress(from, () =>
        inTurn(both, async () => {
          await refuseBeyond(addresses, from)
          await refuseBeyond(names, both)
          const found = await check()
          if (isWrong(found)) await Promise.all([addresses.penalty(from), names.penalty(both)])
          return found
        }),
      )
    },
    signUp(address, make) {
      const from = networkOf(address)
      return inTurnOfAddress(from, async () => {
        await consume(fromOne, from, TOO_MANY_ACCOUNTS)
        await consume(fromAll, 'all', TOO_MANY_ACCOUNTS)
        return make()
      })
    },
  }
}

async function refuseBeyond(limiter: Limiter, key: string): Promise<void> {
  const counted = await limiter.get(key)
  if (counted === null || counted.msBeforeNext <= 0 || counted.consumedPoints < limiter.points) return
  throw tooMany(counted.msBeforeNext / 1000, TOO_MANY_ATTEMPTS)
}
