// Finds a program of this machine that the tests run and, as root on Debian, installs it.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Wanted {
  /** Its possible names, the preferred first. */
  names: readonly string[]
  /** An environment variable with its path; if it is set, nothing else is tried. */
  named: string
  /** Folders in addition to PATH. */
  elsewhere?: readonly string[]
  /** Debian's package names, the preferred first, because distributions differ. */
  packages: readonly [string, ...string[]]
  /** Whether to install the packages that Debian recommends with it, such as a browser's fonts. */
  withRecommended?: true
  /** For example 'Redis for the tests'. */
  purpose: string
}

/** The path of the program, or undefined. */
export function findProgram({ names, named, elsewhere = [] }: Wanted): string | undefined {
  const given = process.env[named]
  if (given) return isExecutable(given) ? given : undefined
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin']
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...elsewhere].find(isExecutable)
}

/** Finds it or, as root with apt-get, installs it without starting it. undefined if neither is possible. */
export function findOrInstall(wanted: Wanted): string | undefined {
  const found = findProgram(wanted)
  if (found || process.env[wanted.named]) return found
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${wanted.purpose}: apt-get update && apt-get install ${wanted.packages[0]}`)
  hasUpdated ||= aptGet('update')
  const alone = wanted.withRecommended ? [] : ['--no-install-recommends']
  wanted.packages.some((name) => aptGet('install', '-y', ...alone, name))
  return findProgram(wanted)
}

/** Once for all programs, because it takes seconds. */
let hasUpdated = false

function aptGet(...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync('/usr/bin/apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return status === 0
}

/** Instructions for a user who cannot install it. */
export const hintOf = ({ purpose, packages, named }: Wanted): string =>
  `Missing: ${purpose}. Install it with \`sudo apt-get update && sudo apt-get install -y ${packages.at(-1)}\`, or set ${named} to its path.`

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
