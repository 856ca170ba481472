// Handing something to others: the system's own sheet where people share by touch, else the clipboard.

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

/** @param text what the clipboard gets. Never throws. */
export async function share(data: ShareData, text: string): Promise<Shared> {
  const byTouch = matchMedia('(pointer: coarse)').matches
  if (byTouch && 'share' in navigator) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled'
    }
  }
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    // No clipboard on plain http, or no permission.
    return 'failed'
  }
}
