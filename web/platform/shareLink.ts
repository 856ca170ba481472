// Handing an address to others.

import type { Shared } from '#web/platform/share.ts'
import { share } from '#web/platform/share.ts'

/** Shares an address under a title. Never throws. */
export const shareLink = (title: string, url: string): Promise<Shared> => share({ title, url }, url)
