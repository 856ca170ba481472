// The programs that the engines need besides Node: found, installed where that is allowed, and otherwise named with the
// command that installs them.

import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { type Wanted, findOrInstall, hintOf } from '#tests/support/program.ts'

const firefox: Wanted = {
  names: ['firefox-esr', 'firefox'],
  named: 'FIREFOX',
  packages: ['firefox-esr'],
  withRecommended: true,
  purpose: 'Firefox for the tests of the engines',
}
const webKitDriver: Wanted = {
  names: ['WebKitWebDriver'],
  named: 'WEBKIT_DRIVER',
  packages: ['webkit2gtk-driver'],
  purpose: 'WebKitGTK for the tests of the engines',
}
const miniBrowser: Wanted = {
  names: ['MiniBrowser'],
  named: 'WEBKIT_BROWSER',
  // Searched again after the installation.
  get elsewhere() {
    return globSync('/usr/{lib,lib/*,libexec}/webkit2gtk-4.*/MiniBrowser')
  },
  packages: ['webkit2gtk-driver'],
  purpose: 'the small browser of WebKitGTK for the tests of the engines',
}
const display: Wanted = {
  names: ['Xvfb'],
  named: 'XVFB',
  packages: ['xvfb'],
  purpose: 'a display for WebKitGTK that nobody sees',
}

export interface Programs {
  firefox: string
  driver: string
  browser: string
  xvfb: string
}

/** @returns the programs, or instructions for installing those that are missing */
export function findPrograms(): Programs | string[] {
  const found = {
    firefox: findOrInstall(firefox),
    driver: findOrInstall(webKitDriver),
    browser: findOrInstall(miniBrowser),
    xvfb: findOrInstall(display),
  }
  if (found.firefox && found.driver && found.browser && found.xvfb) return found as Programs
  const wanted = { firefox, driver: webKitDriver, browser: miniBrowser, xvfb: display }
  const missing = Object.entries(wanted).filter(([name]) => found[name as keyof Programs] === undefined)
  return missing.map(([, one]) => hintOf(one))
}

/** Starts a display with a free number. @returns its name and its process */
export async function startDisplay(xvfb: string): Promise<{ display: string; process: ChildProcess }> {
  const size = ['-screen', '0', '1440x1000x24', '-nolisten', 'tcp']
  const child = spawn(xvfb, ['-displayfd', '3', ...size], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]!.once('data', (data: Buffer) => resolve(data.toString().trim()))
    child.once('exit', () => reject(new Error('Xvfb did not start')))
  })
  return { display: `:${number}`, process: child }
}
