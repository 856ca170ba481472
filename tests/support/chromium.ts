// Finds the system's Chromium, installs it where that is allowed, and otherwise names the command that installs it.

import { findOrInstall, findProgram, hintOf, type Wanted } from '#tests/support/program.ts'

/** Headless Chromium comes first: it has the same engine, and the browser tests take a fifth less time with it. */
const withoutWindows = 'chromium-headless-shell'
const withWindows = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const wanted: Wanted = {
  names: [withoutWindows, ...withWindows],
  named: 'CHROMIUM',
  elsewhere: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  packages: [withoutWindows, 'chromium'],
  withRecommended: true,
  purpose: 'Chromium for the browser tests',
}
export const chromiumHint = hintOf(wanted)
export const findOrInstallChromium = () => findOrInstall(wanted)
export const findChromium = () => findProgram(wanted)

/** A complete Chromium, which supports windows and installed apps, if there is one. */
export const findWholeChromium = () => findProgram({ ...wanted, names: [...withWindows, withoutWindows] })

/** Root cannot use the sandbox; the other flags keep the browser from sending requests of its own. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For tests, and not for benchmarks: a test ends before it has gained what optimizing the code of its page costs, a sixth
 * of the processor's time.
 */
export const testLaunchFlags = [...launchFlags, '--js-flags=--no-maglev --no-turbofan']
