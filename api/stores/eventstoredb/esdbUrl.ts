// Checks the connection string of EventStoreDB before its client does: the client prints the whole string, with the
// password, for an unknown option, and quotes parts of it in errors.

/** The string for the client, with `{keepAliveTimeout}` open, and the part that may be displayed. */
export interface EsdbUrl {
  /** @param keepAliveTimeoutMs how long a ping may stay without a reply */
  connectionString(keepAliveTimeoutMs: number): string
  keepAliveTimeoutMs: number
  /** Hosts and ports, without credentials. */
  shown: string
}

const KEEP_ALIVE_TIMEOUT_MS = 5000
const FLAG = /^(true|false)$/
const NUMBER = /^-?\d{1,9}$/
const TEXT = /^[^&?=]+$/
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: FLAG,
  tlsVerifyCert: /^true$/,
  tlsCAFile: TEXT,
  userCertFile: TEXT,
  userKeyFile: TEXT,
  // Without it a wrong revision would be returned as a success with an invented revision.
  throwOnAppendFailure: /^true$/,
  connectionName: TEXT,
  nodePreference: TEXT,
  defaultDeadline: NUMBER,
  discoveryInterval: NUMBER,
  gossipTimeout: NUMBER,
  maxDiscoverAttempts: NUMBER,
  keepAliveInterval: NUMBER,
  keepAliveTimeout: NUMBER,
}

/** @throws Error with one line that quotes neither credentials nor values */
export function readEsdbUrl(url: string): EsdbUrl {
  const [, scheme, rest] = /^(esdb(?:\+discover)?:\/\/)(.*)$/s.exec(url.trim()) ?? []
  if (scheme === undefined || rest === undefined)
    throw wrong('it does not begin with esdb:// or esdb+discover://')
  const index = rest.search(/[/?]/)
  const authority = index < 0 ? rest : rest.slice(0, index)
  const tail = index < 0 ? '' : rest.slice(index)
  const [, query = ''] = /^\/?(?:\?(.*))?$/s.exec(tail) ?? fail('after the host comes only ?option=value')
  const parts = authority.split('@')
  const hosts = parts.at(-1)!
  const credentials = parts.slice(0, -1).join('@')
  if (parts.length > 1 && !/^[^:@]+:[^:@]+$/.test(credentials))
    throw wrong('credentials are user:password, with : @ / ? % in them percent-encoded')
  for (const host of hosts.split(','))
    if (!/^[A-Za-z0-9._-]+(:\d{1,5})?$/.test(host))
      throw wrong('a host is a name or an IPv4 address and a port')
  const options = optionsIn(query)
  const { keepAliveTimeout, ...others } = options
  const clientOptions = Object.entries(others).map(([name, value]) => `&${name}=${value}`)
  return {
    connectionString: (keepAliveTimeoutMs) =>
      `${scheme}${credentials && `${credentials}@`}${hosts}?keepAliveTimeout=${keepAliveTimeoutMs}${clientOptions.join('')}`,
    keepAliveTimeoutMs: Number(keepAliveTimeout ?? KEEP_ALIVE_TIMEOUT_MS),
    shown: hosts,
  }
}

function optionsIn(query: string): Record<string, string> {
  const options: Record<string, string> = {}
  for (const part of query === '' ? [] : query.split('&')) {
    const [optionName = '', ...values] = part.split('=')
    const name = Object.keys(OPTIONS).find((known) => known.toLowerCase() === optionName.toLowerCase())
    if (name === undefined)
      throw wrong(`it knows no option ${/^\w{1,30}$/.test(optionName) ? optionName : 'of such a name'}`)
    const value = values.join('=')
    if (!OPTIONS[name]!.test(value)) throw wrong(`its option ${name} cannot have this value`)
    options[name] = value
  }
  return options
}

function wrong(problem: string): Error {
  return new Error(`EVENTSTOREDB_URL must be like esdb://user:password@host:2113?tls=true: ${problem}`)
}

function fail(problem: string): never {
  throw wrong(problem)
}
