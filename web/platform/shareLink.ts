// Handing something to others: the system's own sheet where people share by touch, else the clipboard.

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Shares an address under a title. Never throws. */
export async function shareLink(title: string, url: string): Promise<Shared> {
  const byTouch = matchMedia('(pointer: coarse)').matches
  if (byTouch && 'share' in navigator) {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled'
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    // No clipboard on plain http, or no permission.
    return 'failed'
  }
}
