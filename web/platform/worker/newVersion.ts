// A newer build of the app waits on this device: said until somebody reloads, or puts it off until the next start.

import { proxy } from 'valtio'

export const newVersion = proxy({ isReady: false })
