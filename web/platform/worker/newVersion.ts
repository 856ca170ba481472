// A newer build of the app waits on this device: shown until the person reloads, or postpones it to the next start.

import { proxy } from 'valtio'

export const newVersion = proxy({ isReady: false })
