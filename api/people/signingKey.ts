// Loads the key that signs tokens. In production it is a setting, and a weak one stops the start; otherwise it is
// created once in the data folder, readable by its owner only.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

interface Options {
  production: boolean
  /** JWT_SECRET. */
  secret: string | undefined
  dataDir: string
}

/** @throws Error with one line for the operator */
export function signingKey({ production, secret, dataDir }: Options): Uint8Array {
  if (secret !== undefined && secret !== '') return fromSetting(secret)
  if (production)
    throw new Error(
      'JWT_SECRET is not set: in production it must be, for example to `openssl rand -base64 48`',
    )
  return fromFile(join(dataDir, 'signing.key'), dataDir)
}

const MIN_BYTES = 32

function fromSetting(secret: string): Uint8Array {
  const bytes = new TextEncoder().encode(secret)
  if (bytes.length < MIN_BYTES)
    throw new Error(
      `JWT_SECRET is too short: at least ${MIN_BYTES} bytes, for example of \`openssl rand -base64 48\``,
    )
  if (!isStrong(secret))
    throw new Error('JWT_SECRET can be guessed: use random text, for example of `openssl rand -base64 48`')
  return bytes
}

/**
 * An estimate that catches words, repetitions and examples: 32 random hex digits have about 110 bits by the frequency
 * of characters (Shannon), 'secret' six times over has 81.
 */
function isStrong(secret: string): boolean {
  if (/secret|passw|change.?me|example|your.?key|0123456789|abcdefgh|qwerty/i.test(secret)) return false
  const counts = new Map<string, number>()
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / secret.length)
  const bitsEach = -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
  return bitsEach * secret.length >= 96
}

function fromFile(file: string, dataDir: string): Uint8Array {
  if (!existsSync(file)) createFile(file, dataDir)
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  const key = new TextEncoder().encode(readFileSync(file, 'utf8').trim())
  if (key.length < MIN_BYTES)
    throw new Error(
      `${file} holds no key: delete it to create a new one, with which everybody must sign in again`,
    )
  return key
}

/** Of two processes that start together, one creates the key and both read it whole. */
function createFile(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(temporaryFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(temporaryFile)
  }
}
