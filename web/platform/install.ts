// Holds the browser's offer to install the app, which comes once and at any time, until the person takes it.

import { proxy, ref } from 'valtio'

/** Chromium only; other browsers install from their own menus. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const install = proxy<{ offer: InstallPrompt | null }>({ offer: null })

addEventListener('beforeinstallprompt', (event) => {
  // Otherwise the browser shows its prompt at once and interrupts the person.
  event.preventDefault()
  install.offer = ref(event as InstallPrompt)
})
addEventListener('appinstalled', () => (install.offer = null))

/** An offer can be used once, whether accepted or not. */
export async function takeOffer(): Promise<void> {
  const { offer } = install
  install.offer = null
  await offer?.prompt().catch(() => undefined)
}
