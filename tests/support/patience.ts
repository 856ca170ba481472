// How long a test waits for something that is sure to come. It comes at once on an idle machine; how late it is on a busy
// one tells nothing of the product, so the figure is generous, and one for all tests.

export const PATIENCE_MS = 60_000

/** For `expect.poll`, `vi.waitFor` and Playwright's waits, where their own default is shorter. */
export const patiently = { timeout: PATIENCE_MS }
