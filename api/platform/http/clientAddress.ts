// Finds the client's address for rate limits. It must not be a header that anybody can write: only entries that a
// trusted proxy added to X-Forwarded-For count, read from the right.

import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * TRUST_PROXY: addresses and networks (`10.0.0.0/8`), separated by commas; empty or absent trusts nobody.
 * @throws Error that names an invalid entry
 */
export function trustedProxies(setting: string | undefined): BlockList {
  const trusted = new BlockList()
  for (const entry of (setting ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address)
    const bits = version === 4 ? 32 : 128
    const isWellFormed =
      version > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    if (!isWellFormed || entry.split('/').length > 2)
      throw new Error(`TRUST_PROXY: ${entry} is not an address or network`)
    trusted.addSubnet(address, prefix === undefined ? bits : Number(prefix), family(address))
  }
  return trusted
}

/**
 * The nearest address that is not a trusted proxy.
 * @param remote of the socket; undefined when it is closed
 * @param forwardedFor the X-Forwarded-For header, several joined by commas
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let client = plainAddress(remote ?? '')
  const hops = (forwardedFor ?? '').split(',')
  while (isIP(client) > 0 && trusted.check(client, family(client))) {
    const hop = plainAddress(hops.pop()?.trim() ?? '')
    if (isIP(hop) === 0) break
    client = hop
  }
  return client
}

/** Removes a port and brackets, and the IPv6 form of an IPv4 address. */
function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  return bare.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A customer has a whole /64 of IPv6 addresses and could use a new one for each attempt. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
