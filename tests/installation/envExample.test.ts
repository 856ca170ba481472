// Operators read .env.example and the README instead of the code, so both name every setting, and no obsolete one.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { serverLimits } from '#core/kernel/limits.ts'
import { readEnv } from '#api/env.ts'

const lines = readFileSync('.env.example', 'utf8').split('\n')
const SETTING = /^#?([A-Z_]+)=(.*)$/
const settings = lines.flatMap((line, at) => {
  const [, name, value] = SETTING.exec(line) ?? []
  return name === undefined ? [] : [{ name, value: value!, at }]
})
const names = settings.map(({ name }) => name)
const ofCompose = ['docker-compose.yml', 'deploy/eventstoredb-tls.yml'].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!),
)

/** Every variable that the server reads. */
function read(): string[] {
  const asked = new Set<string>()
  readEnv(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
  return [...asked]
}

it('The README has one row for each setting that the server reads', () => {
  const [, table = ''] = readFileSync('README.md', 'utf8').split('## Settings')
  const rows = table.split('## ')[0]!.matchAll(/^\| (`[^|]+`) +\|/gm)
  const described = [...rows].flatMap(([, cell]) => cell!.replaceAll('`', '').split(', '))
  expect(described.toSorted()).toEqual(read().toSorted())
})

describe('.env.example', () => {
  it('The file names the settings that the server reads and docker-compose.yml passes, each once', () => {
    expect(read(), 'needs settings to mean anything').toContain('METRICS_TOKEN')
    expect(names.toSorted()).toEqual([...new Set([...read(), ...ofCompose])].sort())
  })

  it.each(settings)('A one-line comment explains $name', ({ at }) => {
    expect(lines[at - 1]).toMatch(/^# \S.{20,}/)
    expect(lines[at - 2] ?? '').not.toMatch(/^# \S/)
  })

  it('The server accepts all examples at once', () => {
    const env = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
    expect(readEnv(env)).toMatchObject({
      production: true,
      directoryScope: 'everyone',
      rateLimit: serverLimits.requestsPerMinute,
    })
  })

  it('The file holds no secret', () => {
    const secrets = settings.filter(({ name }) => /SECRET|PASSWORD$|TOKEN/.test(name))
    expect(secrets.length, 'needs secrets to mean anything').toBeGreaterThan(2)
    for (const { name, value } of secrets) expect(value, name).toBe('')
  })
})
