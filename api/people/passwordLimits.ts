// Limits password guessing: ten wrong attempts a minute for a name from an address, a hundred from an address. The name
// alone is not limited, or anybody could lock anybody out. Right passwords do not count. Attempts for one name from one
// address run one after another, so that a hundred at once are not all admitted before one is counted; an address runs
// two attempts at once, so that a few addresses do not fill the common queue. Nodes count together.

import { serverLimits } from '#core/kernel/limits.ts'
import { createSemaphorePerKey } from '#api/platform/semaphore.ts'
import { networkOf } from '#api/platform/http/clientAddress.ts'
import { rateLimited } from '#api/platform/http/httpError.ts'
import { consume, secondsUntil } from '#api/platform/http/requestLimit.ts'
import type { Limiter, Limiters } from '#api/platform/nodes.ts'

export interface PasswordLimits {
  /**
   * Runs one attempt and counts it when it was wrong.
   * @param name folded
   * @throws HttpError 429 with Retry-After, without an attempt
   */
  guard<Result>(
    attempt: { name: string; address: string },
    check: () => Promise<Result>,
    isWrong: (result: Result) => boolean,
  ): Promise<Result>
  /** Creates an account. @throws HttpError 429 with Retry-After, without an attempt */
  signUp<Account>(address: string, create: () => Promise<Account>): Promise<Account>
}

export const passwordLimits = {
  /** Wrong attempts a minute. */
  perName: 10,
  perAddress: 100,
  /** Attempts of one address that run at the same time, and that wait. */
  atOnce: 2,
  waiting: 250,
  /** Accounts, created or attempted. */
  accountsPerAddressAndHour: serverLimits.accountsPerAddressAndHour as number,
  accountsPerHour: serverLimits.accountsPerHour as number,
}

const WINDOW_S = 60
const HOUR_S = 3600
const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a minute and try again.'
const TOO_MANY_ACCOUNTS = 'Too many accounts were made. Please try again later.'

export function createPasswordLimits(limiters: Limiters, settings = passwordLimits): PasswordLimits {
  const { perName, perAddress, atOnce, waiting, accountsPerAddressAndHour, accountsPerHour } = settings
  const accountsFrom = limiters({
    points: accountsPerAddressAndHour,
    duration: HOUR_S,
    keyPrefix: 'accounts',
  })
  const allAccounts = limiters({ points: accountsPerHour, duration: HOUR_S, keyPrefix: 'allAccounts' })
  const perAddressQueue = createSemaphorePerKey(atOnce, waiting, () => rateLimited(TOO_MANY_ATTEMPTS, 5))
  const addresses = limiters({ points: perAddress, duration: WINDOW_S, keyPrefix: 'address' })
  const names = limiters({ points: perName, duration: WINDOW_S, keyPrefix: 'name' })
  // The queue of the address limits this one.
  const perNameQueue = createSemaphorePerKey(1, Infinity, () => rateLimited(TOO_MANY_ATTEMPTS, 5))

  return {
    guard({ name, address }, check, isWrong) {
      const network = networkOf(address)
      const key = `${network} ${name}`
      return perAddressQueue(network, () =>
        perNameQueue(key, async () => {
          await assertAttemptsLeft(addresses, network)
          await assertAttemptsLeft(names, key)
          const result = await check()
          if (isWrong(result)) await Promise.all([addresses.penalty(network), names.penalty(key)])
          return result
        }),
      )
    },
    signUp(address, create) {
      const network = networkOf(address)
      return perAddressQueue(network, async () => {
        await consume(accountsFrom, network, TOO_MANY_ACCOUNTS)
        await consume(allAccounts, 'all', TOO_MANY_ACCOUNTS)
        return create()
      })
    },
  }
}

/** @throws HttpError 429 with Retry-After when the limit is used up */
async function assertAttemptsLeft(limiter: Limiter, key: string): Promise<void> {
  const used = await limiter.get(key)
  if (used === null || used.msBeforeNext <= 0 || used.consumedPoints < limiter.points) return
  throw rateLimited(TOO_MANY_ATTEMPTS, secondsUntil(used))
}
