// The timeout for states that are sure to come. How late they come depends on the load of the machine and not on the
// product, so the figure is generous, and one for all tests.

export const TIMEOUT_MS = 60_000

/** For `expect.poll`, `vi.waitFor` and Playwright's waits, whose own default is shorter. */
export const longTimeout = { timeout: TIMEOUT_MS }
