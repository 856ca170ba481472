// Collects garbage before each round, so that neither side pays for the other's garbage.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export function collectGarbage(): void {
  collect()
}
