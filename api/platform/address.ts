// Who is calling: rate limits count by this address, so it must not be a header that anybody can write. Only what a
// trusted proxy added to X-Forwarded-For counts, read from its right end.

import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * TRUST_PROXY: addresses and networks (`10.0.0.0/8`), separated by commas; empty or absent trusts nobody.
 * @throws Error naming the entry that is neither
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
    const wellFormed =
      version > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    if (!wellFormed || entry.split('/').length > 2)
      throw new Error(`TRUST_PROXY: ${entry} is no address or network`)
    trusted.addSubnet(address, prefix === undefined ? bits : Number(prefix), family(address))
  }
  return trusted
}

/**
 * The address nearest to us that is no trusted proxy.
 * @param remote of the socket; undefined when it is gone
 * @param forwardedFor the X-Forwarded-For header, several joined by commas
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let client = plain(remote ?? '')
  const hops = (forwardedFor ?? '').split(',')
  while (isIP(client) > 0 && trusted.check(client, family(client))) {
    const hop = plain(hops.pop()?.trim() ?? '')
    if (isIP(hop) === 0) break
    client = hop
  }
  return client
}

/** Without a port or brackets, and an IPv4 address as such also where the socket speaks IPv6. */
function plain(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  return bare.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** One customer holds a whole /64 of IPv6 addresses and can use a new one for each try. */
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
