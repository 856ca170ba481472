// Decides a command by the rules of core on this device, as the server will. The rules are loaded once a trip is shown.

import { type Command, sentBody } from '#web/platform/outbox/command.ts'
import type { DeviceDecision } from '#web/platform/replica/optimisticTrips.ts'
import type * as Rules from '#web/platform/replica/optimisticTrips.ts'

let rules: typeof Rules | undefined

/** Loads the rules, so that they are there without a network; trips are shown with their pending commands from then on. */
export const loadDeviceRules = (): void =>
  void import('#web/platform/replica/optimisticTrips.ts').then(
    (loaded) => (rules = loaded).startOptimisticTrips(),
    () => undefined,
  )

/** Null before the rules are loaded, and for a command that is not of a trip on this device. */
export function decideOnDevice(
  command: Command<unknown, unknown> & { key: string },
): Promise<DeviceDecision | null> | null {
  const { endpoint, params = {}, ifMatch, lane, key } = command
  const body = sentBody(command.body) ?? null
  const at = new Date().toISOString()
  return rules?.decide(lane, { endpoint, params, body, ifMatch, key, at }) ?? null
}
