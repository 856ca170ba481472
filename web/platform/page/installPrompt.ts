// Holds the browser's offer to install the app until the person takes it. The browser makes it once, at any time.

import { proxy, ref } from 'valtio'

/** Chromium only; other browsers install from their own menus. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const installPrompt = proxy<{ offer: InstallPrompt | null }>({ offer: null })

export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser shows its prompt at once and interrupts the person.
    event.preventDefault()
    installPrompt.offer = ref(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => (installPrompt.offer = null))
}

/** Shows the browser's prompt, if it was offered. An offer can be used once, whether it is accepted or not. */
export async function promptInstall(): Promise<void> {
  const { offer } = installPrompt
  installPrompt.offer = null
  await offer?.prompt().catch(() => undefined)
}
