// SHA-256 by Node. The implementation in core, which also runs in browsers, takes three to five times as long.

import { hash } from 'node:crypto'
import type { Sha256 } from '#core/kernel/ids.ts'

export const sha256: Sha256 = (text) => hash('sha256', text)
