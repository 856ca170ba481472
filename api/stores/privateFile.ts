// Creates the log's folder and file for their owner only: the log holds people's messages, money and password hashes.

import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates an empty file and its folders when they do not exist, with their names on disk; an existing file is neither
 * changed nor opened.
 */
export function createPrivateFile(file: string) {
  const folder = dirname(file)
  const createdFolder = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  syncToDisk(folder)
  if (createdFolder !== undefined) syncToDisk(dirname(createdFolder))
}

/** Without this a new name in a folder, or the content of a copied file, may be lost in a power cut. Not on Windows. */
export function syncToDisk(path: string): void {
  if (process.platform === 'win32') return
  const open = openSync(path, 'r')
  fsyncSync(open)
  closeSync(open)
}
