// The key that signs tokens: generated in development, and configured and strong in production.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { signingKey } from '#api/people/signingKey.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'key-'))
  return () => rmSync(dataDir, { recursive: true })
})

const RANDOM = 'q8Zr1mV0yT6sKp3LwXe9Jd5HbNf2GcUa'
const inProduction = (secret: string | undefined) => () => signingKey({ production: true, secret, dataDir })

describe('production', () => {
  it('A random secret is used as it is in production', () => {
    expect(inProduction(RANDOM)()).toEqual(new TextEncoder().encode(RANDOM))
    expect(inProduction('9f86d081884c7d659a2feaa0c55ad015')()).toHaveLength(32)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each([
    [undefined, /^JWT_SECRET is not set: .*openssl rand/],
    ['', /^JWT_SECRET is not set/],
    ['short', /^JWT_SECRET is too short: at least 32 bytes/],
    [RANDOM.slice(1), /^JWT_SECRET is too short/],
    ['a'.repeat(64), /^JWT_SECRET can be guessed/],
    ['abab'.repeat(16), /^JWT_SECRET can be guessed/],
    ['my-super-secret-key-that-nobody-will-know', /^JWT_SECRET can be guessed/],
    ['please-change-me-before-production-use-ok', /^JWT_SECRET can be guessed/],
  ])('The secret %s stops the start in production with one line', (secret, line) => {
    expect(inProduction(secret)).toThrow(line)
    expect(inProduction(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('\n') }),
    )
  })

  it('The refusal of a secret never quotes it', () => {
    expect(inProduction('hunter2hunter2')).not.toThrow(/hunter2/)
  })
})

describe('development', () => {
  const atHome = (secret?: string) => signingKey({ production: false, secret, dataDir })

  it('The signing key is created once, and only its owner can read the file', () => {
    const key = atHome()
    expect(key.length).toBeGreaterThanOrEqual(32)
    expect(atHome()).toEqual(key)
    expect(readdirSync(dataDir)).toEqual(['signing.key'])
    expect(statSync(join(dataDir, 'signing.key')).mode & 0o777).toBe(0o600)
  })

  it('The folder of the signing key is created for its owner only, since the log is stored there too', () => {
    const folder = join(dataDir, 'new', 'data')
    signingKey({ production: false, secret: undefined, dataDir: folder })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('The signing key differs between data folders', () => {
    const key = atHome()
    rmSync(join(dataDir, 'signing.key'))
    expect(atHome()).not.toEqual(key)
  })

  it('The signing key’s file is closed to other readers, and an invalid file is refused', () => {
    atHome()
    chmodSync(join(dataDir, 'signing.key'), 0o644)
    atHome()
    expect(statSync(join(dataDir, 'signing.key')).mode & 0o777).toBe(0o600)
    writeFileSync(join(dataDir, 'signing.key'), 'half')
    expect(() => atHome()).toThrow(/holds no key/)
  })

  it('A configured secret is checked outside of production as in production', () => {
    expect(atHome(RANDOM)).toEqual(new TextEncoder().encode(RANDOM))
    expect(() => atHome('secret')).toThrow(/^JWT_SECRET/)
  })
})
