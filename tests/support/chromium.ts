// The browser the tests use is the system's own, as a traveller's is: looked for, installed where that is allowed,
// and otherwise named with the command that installs it.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without windows comes first: the same engine, and the browser tests take a fifth less time with it. */
const withoutWindows = 'chromium-headless-shell'
const commands = [withoutWindows, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** As root there is no sandbox to be had; the rest keeps a browser from asking the network for anything. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const installHint =
  'Chromium is missing: install it with `sudo apt-get update && sudo apt-get install -y chromium`, or set CHROMIUM to the path of a Chromium or Chrome.'

/** Path of a Chromium or Chrome; CHROMIUM in the environment comes first. */
export const findChromium = (): string | undefined => found(commands)

/** One that knows of windows and home screens, where there is one. */
export const findWholeChromium = (): string | undefined =>
  found([...commands.filter((name) => name !== withoutWindows), withoutWindows])

function found(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const named = process.env['CHROMIUM']
  return (named ? [named] : [...onPath, ...elsewhere]).find(isExecutable)
}

/** Finds it or, as root where there is apt-get, installs it. Undefined when neither was possible. */
export function findOrInstallChromium(): string | undefined {
  const present = findChromium()
  if (present || process.env['CHROMIUM']) return present
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.log(
    `Installing Chromium for the browser tests: apt-get update && apt-get install -y ${withoutWindows}`,
  )
  aptGet('update')
  // Not every distribution has it by itself.
  if (!aptGet('install', '-y', withoutWindows)) aptGet('install', '-y', 'chromium')
  return findChromium()
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('/usr/bin/apt-get', args, {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
