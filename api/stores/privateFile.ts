// The log holds people's messages, money and password hashes: its folder and file are made for their owner alone.

import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the file, empty, and its folders, where they do not exist; what exists is left as it is and not opened.
 * Their names are on disk when it returns.
 */
export function createPrivateFile(file: string) {
  const folder = dirname(file)
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  syncFolder(folder)
  if (made !== undefined) syncFolder(dirname(made))
}

/** Without this a new name may be gone after a power cut. Windows neither needs nor allows it. */
function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  fsyncSync(open)
  closeSync(open)
}
