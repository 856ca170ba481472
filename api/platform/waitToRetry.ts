// Waits before a command is decided again, up to 20 ms longer after each try, so that two processes do not collide again.

import { setTimeout } from 'node:timers/promises'

/** @param tries from 1 */
export const waitToRetry = (tries: number): Promise<unknown> => setTimeout(Math.random() * 20 * tries)
