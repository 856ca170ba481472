// The content of docker-compose.yml as Docker Compose reads it. Other tests run its parts.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorsFolder } from '#tests/installation/installation.ts'
import { type ComposeFile, hasCompose, readCompose } from '#tests/support/composeFile.ts'

const TLS = 'deploy/eventstoredb-tls.yml'
let folder: string
beforeAll(() => void (folder = operatorsFolder()))
afterAll(() => rmSync(folder, { recursive: true }))

test('The files have no tabs, no port but the proxy’s, and no secret', () => {
  const [plain, tls] = ['docker-compose.yml', TLS].map((file) => readFileSync(file, 'utf8')) as [
    string,
    string,
  ]
  for (const text of [plain, tls]) {
    expect(text).not.toContain('\t')
    expect(text).not.toMatch(/(?:PASSWORD|SECRET|TOKEN)\w*: (?!\$\{)\S/)
  }
  expect([...`${plain}${tls}`.matchAll(/^ +ports: (.+)$/gm)].map(([, ports]) => ports)).toEqual([
    "['80:80', '443:443', '443:443/udp']",
  ])
})

describe.skipIf(!hasCompose())('as read by Docker Compose', () => {
  const nodes = ['api1', 'api2', 'projector']
  const known = new Map<string, ComposeFile>()
  function read(...more: string[]): ComposeFile {
    const files = ['docker-compose.yml', ...more]
    const file = known.get(files.join()) ?? readCompose(folder, files)
    known.set(files.join(), file)
    return file
  }

  test('The installation has two nodes, a projector, both stores and a proxy, and only the proxy has an open port', () => {
    const { services, networks } = read()
    expect(Object.keys(services).sort()).toEqual([...nodes, 'eventstore', 'proxy', 'redis'].sort())
    const open = Object.entries(services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
    expect(Object.keys(services['proxy']!.networks!)).not.toContain('stores')
    expect([networks['stores'], networks['front']]).toMatchObject([{ internal: true }, { internal: true }])
    expect(nodes.map((name) => services[name]!.environment!['ROLE'])).toEqual(['api', 'api', 'projector'])
  })

  test.each([[[]], [[TLS]]])(
    'Every service beside %j has a health check, is restarted, and waits for its dependencies',
    (more) => {
      const { services } = read(...more)
      for (const [name, { restart, healthcheck, image }] of Object.entries(services)) {
        if (name === 'certificates') continue
        expect(restart, name).toBe('unless-stopped')
        // The image has the health check of a node.
        if (!nodes.includes(name)) expect(healthcheck?.test.length, name).toBeGreaterThan(0)
        expect(image, name).toMatch(/:[\w.-]+$/)
      }
      for (const name of nodes) {
        expect(services[name]!.depends_on).toEqual({
          eventstore: { condition: 'service_healthy' },
          redis: { condition: 'service_healthy' },
        })
        expect(services[name]!.read_only).toBe(true)
      }
    },
  )

  test('Nodes with TLS know the authority, present a password, and see no key', () => {
    const { services } = read(TLS)
    expect(services['eventstore']!.environment).toMatchObject({ EVENTSTORE_INSECURE: 'false' })
    for (const name of nodes) {
      const { environment, volumes } = services[name]!
      expect(environment!['EVENTSTOREDB_URL']).toMatch(
        /^esdb:\/\/admin:[0-9a-f]{64}@eventstore:2113\?tls=true&tlsCAFile=\/authority\/ca\.crt$/,
      )
      expect(volumes).toEqual(['eventstore-authority:/authority:ro', 'files:/data/files:rw'])
    }
  })

  test('Nodes use the event store and its user, and trust the proxies, that .env names', () => {
    const own = operatorsFolder()
    const append = (lines: string) => writeFileSync(join(own, '.env'), lines, { flag: 'a' })
    append('EVENTSTOREDB_URL=esdb://me:secret@elsewhere:2113?tls=true\nTRUST_PROXY=192.0.2.1,192.0.2.2\n')
    const elsewhere = readCompose(own, ['docker-compose.yml'])
    append('EVENTSTORE_USER=trips\n')
    const withTls = readCompose(own, ['docker-compose.yml', TLS])
    rmSync(own, { recursive: true })
    for (const name of nodes) {
      expect(elsewhere.services[name]!.environment).toMatchObject({
        EVENTSTOREDB_URL: 'esdb://me:secret@elsewhere:2113?tls=true',
        TRUST_PROXY: '172.30.91.0/24,192.0.2.1,192.0.2.2',
      })
      expect(withTls.services[name]!.environment!['EVENTSTOREDB_URL']).toMatch(
        /^esdb:\/\/trips:[0-9a-f]{64}@/,
      )
    }
  })

  test.each(['JWT_SECRET', 'REDIS_PASSWORD'])('An installation without %s says how to set it', (name) => {
    const own = operatorsFolder()
    const env = readFileSync(join(own, '.env'), 'utf8')
    writeFileSync(join(own, '.env'), env.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=`))
    expect(() => readCompose(own, ['docker-compose.yml'])).toThrow('see .env.example')
    rmSync(own, { recursive: true })
  })
})
