// Hashes and verifies passwords. Argon2id takes 64 MiB and a good part of a second of one core for each: two at once
// and a short queue, so that many log-ins do not slow down other requests.

import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { createSemaphore } from '#api/platform/semaphore.ts'
import { unavailable } from '#api/platform/http/httpError.ts'

export interface Passwords {
  /**
   * The PHC string.
   * @param isNew for a new account: refused when half of the queue is taken
   * @throws HttpError 503 when too many wait
   */
  hash(password: string, isNew?: boolean): Promise<string>
  /**
   * Whether the password has this hash. null verifies against a hash without a password, so that an unknown name takes
   * as long as a wrong password. The last quarter of the queue is for existing names.
   * @throws HttpError 503 when too many wait
   */
  verify(hash: string | null, password: string): Promise<boolean>
}

export type PasswordCost = 'default' | 'low'

/** KiB, passes, lanes: above OWASP's minimum for argon2id (46 MiB, 1, 1). `low` is for tests. */
const COSTS = {
  default: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
  low: { memoryCost: 64, timeCost: 1, parallelism: 1 },
}

interface Options {
  cost: PasswordCost
  atOnce?: number
  /** Waiting beside those at work. */
  queue?: number
}

export function createPasswords({ cost, atOnce = 2, queue = 40 }: Options): Passwords {
  const semaphore = createSemaphore(atOnce, queue, tooBusy)
  const dummyHash = hash(randomBytes(32), COSTS[cost])
  // Without this, a failure before the first log-in would end the process.
  dummyHash.catch(() => undefined)
  return {
    hash: (password, isNew = false) =>
      semaphore.run(() => hash(normalized(password), COSTS[cost]), isNew ? queue / 2 : queue),
    verify: (storedHash, password) =>
      semaphore.run(
        async () => {
          const matches = await verify(storedHash ?? (await dummyHash), normalized(password))
          return matches && storedHash !== null
        },
        storedHash === null ? (queue * 3) / 4 : queue,
      ),
  }
}

/** The same password typed on different keyboards is equal (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

const tooBusy = () => unavailable('Too many people are signing in right now. Please try again.', 5)
