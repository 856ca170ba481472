// Every setting, read once from the environment. `npm start` needs none of them.

import { join, resolve } from 'node:path'
import { serverLimits } from '#core/kernel/limits.ts'
import type { PasswordCost } from '#api/people/passwords.ts'
import type { PerMinute } from '#api/platform/http/requestLimit.ts'

export interface Env {
  port: number
  host: string
  dataDir: string
  clientDir: string
  production: boolean
  /** Seeds the demo trips into an empty store. */
  demoData: boolean
  registrationOpen: boolean
  /** Whether trips have invite links. */
  inviteLinks: boolean
  /** An absolute URL; undefined where client and API share an origin. */
  apiUrl: string | undefined
  allowHttp: boolean
  directoryScope: 'everyone' | 'connections'
  jwtSecret: string | undefined
  passwordCost: PasswordCost
  trustProxy: string | undefined
  /** Origins of clients served elsewhere. */
  allowedOrigins: readonly string[]
  /** Requests a minute; undefined is no limit. */
  rateLimit: PerMinute | undefined
  /** Connections that this process holds at most. */
  connections: number
  logLevel: string
  /** What this process does; `api` and `projector` share Redis. */
  role: 'all' | 'api' | 'projector'
  /** esdb://user:password@host:2113?tls=true; undefined keeps the log in the data folder. */
  eventStoreDbUrl: string | undefined
  /** s3://key:secret@host/bucket; undefined keeps files in the data folder. */
  filesUrl: string | undefined
  /** redis[s]://[[user][:password]@]host[:port][/database]; undefined keeps the read models in the data folder. */
  redisUrl: string | undefined
  /** Begins every key and channel. */
  redisPrefix: string
  /** The bearer token of /metrics; undefined disables the page. */
  metricsToken: string | undefined
}

/** As pino has them. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** @throws Error with one line for an invalid setting */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  // Any other value would start with demo accounts, whose password everybody knows.
  const production =
    oneOf('NODE_ENV', env['NODE_ENV'], ['development', 'production', 'test']) === 'production'
  const role = oneOf('ROLE', env['ROLE'], ['all', 'api', 'projector'])
  const redisUrl = redisUrlOf(env['REDIS_URL'])
  if (role !== 'all' && !redisUrl)
    throw new Error(`ROLE=${role} needs REDIS_URL: without it the read models belong to one process`)
  return {
    port: portOf(env['PORT']),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || './data'),
    clientDir: resolve(env['CLIENT_DIR'] || join(import.meta.dirname, '../dist/web')),
    production,
    demoData: oneOf('DEMO_DATA', env['DEMO_DATA'], ['on', 'off']) === 'on' && !production,
    registrationOpen: oneOf('REGISTRATION', env['REGISTRATION'], ['closed', 'open']) === 'open',
    inviteLinks: oneOf('INVITE_LINKS', env['INVITE_LINKS'], ['on', 'off']) === 'on',
    apiUrl: urlOf(env['API_URL']),
    allowHttp: oneOf('ALLOW_HTTP', env['ALLOW_HTTP'], ['off', 'on']) === 'on',
    directoryScope: oneOf('DIRECTORY', env['DIRECTORY'], ['everyone', 'connections']),
    jwtSecret: env['JWT_SECRET'] || undefined,
    passwordCost: oneOf('PASSWORD_COST', env['PASSWORD_COST'], ['default', 'low']),
    trustProxy: env['TRUST_PROXY'] || undefined,
    allowedOrigins: originsOf(env['ALLOWED_ORIGINS']),
    rateLimit: rateLimitOf(env['RATE_LIMIT']),
    connections: connectionsOf(env['CONNECTIONS']),
    logLevel: oneOf('LOG_LEVEL', env['LOG_LEVEL'], [production ? 'info' : 'warn', ...LOG_LEVELS]),
    role,
    eventStoreDbUrl: env['EVENTSTOREDB_URL'] || undefined,
    filesUrl: filesUrlOf(env['FILES_URL']),
    redisUrl,
    redisPrefix: prefixOf(env['REDIS_PREFIX']),
    metricsToken: env['METRICS_TOKEN'] || undefined,
  }
}

function portOf(value: string | undefined): number {
  const port = value === undefined || value === '' ? 3000 : Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not ${value}`)
  return port
}

/** Keeps the default ratio of the limits for an address and a person. */
function rateLimitOf(value: string | undefined): PerMinute | undefined {
  if (value === undefined || value === '') return serverLimits.requestsPerMinute
  if (value === 'off') return undefined
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new Error(`RATE_LIMIT must be off or a whole number above 0, not ${value}`)
  const { person, address } = serverLimits.requestsPerMinute
  return { person: Number(value), address: Number(value) * (address / person) }
}

function connectionsOf(value: string | undefined): number {
  if (value === undefined || value === '') return serverLimits.connections
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new Error(`CONNECTIONS must be a whole number above 0, not ${value}`)
  return Number(value)
}

/** The value may hold a password, so the error does not repeat it. */
function redisUrlOf(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (!/^rediss?:\/\/\S+$/.test(value) || !URL.canParse(value))
    throw new Error('REDIS_URL must be like redis://user:password@host:6379 (rediss:// for TLS)')
  return value
}

/** The value holds a secret, so the error does not repeat it. */
function filesUrlOf(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (!/^s3:\/\/[^\s:@/]+:[^\s:@/]+@[^\s/]+\/[\w.-]+\/?(?:\?\S*)?$/.test(value) || !URL.canParse(value))
    throw new Error(
      'FILES_URL must be like s3://key:secret@host/bucket?region=us-east-1, with %2F and %2B for / and + in the secret',
    )
  return value
}

function prefixOf(value: string | undefined): string {
  const prefix = value || 'trips:'
  if (!/^[\w:.-]{1,50}$/.test(prefix))
    throw new Error(`REDIS_PREFIX must be of letters, digits and _ : . -, not ${prefix}`)
  return prefix
}

function urlOf(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (!/^https?:\/\/[^\s"'<>]+$/.test(value) || !URL.canParse(value))
    throw new Error(`API_URL must be an http or https address, not ${value}`)
  return value.replace(/\/$/, '')
}

/** As browsers send them: anything more than an origin, such as a slash at the end, would match none. */
function originsOf(value: string | undefined): string[] {
  const origins = (value ?? '').split(',').flatMap((origin) => origin.trim() || [])
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(
        `ALLOWED_ORIGINS must be origins as https://app.example, separated by commas, not ${origin}`,
      )
  return origins
}

/** The first choice is the default. */
function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  if (value === undefined || value === '') return choices[0]
  const choice = choices.find((known) => known === value)
  if (!choice) throw new Error(`${name} must be ${[...new Set(choices)].join(' or ')}, not ${value}`)
  return choice
}
