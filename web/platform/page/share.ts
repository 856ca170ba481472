// Sharing: with the system's share sheet on touch devices, else through the clipboard.

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Whether `share` opens the system's share sheet. */
export const canShare = (): boolean => matchMedia('(pointer: coarse)').matches && 'share' in navigator

/** @param text for the clipboard. Never throws. */
export async function share(data: ShareData, text: string): Promise<Shared> {
  if (canShare()) {
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

/** Shares an address under a title. Never throws. */
export const shareLink = (title: string, url: string): Promise<Shared> => share({ title, url }, url)
