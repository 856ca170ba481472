// For tests that render components to markup without a browser: what the client's modules look for when they load.

import { afterAll, beforeAll, vi } from 'vitest'

/** Call once at the top of a test file. @param load imports the modules, after what it mocks itself */
export function loadWithoutBrowser(load: () => Promise<void>): void {
  beforeAll(async () => {
    vi.resetModules()
    vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined })
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('location', { origin: 'http://localhost' })
    vi.stubGlobal('localStorage', { getItem: () => null })
    await load()
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
}
