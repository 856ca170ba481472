// The browser offers to install the app once, at a moment of its own: the offer is kept until somebody takes it.

import { proxy, ref } from 'valtio'

/** Known to Chromium; the others let people install by their own menus. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const install = proxy<{ offer: InstallPrompt | null }>({ offer: null })

addEventListener('beforeinstallprompt', (event) => {
  // Else it is shown by itself, to somebody who is busy with something else.
  event.preventDefault()
  install.offer = ref(event as InstallPrompt)
})
addEventListener('appinstalled', () => (install.offer = null))

/** An offer counts once, whatever becomes of it. */
export async function takeOffer(): Promise<void> {
  const { offer } = install
  install.offer = null
  await offer?.prompt().catch(() => undefined)
}
