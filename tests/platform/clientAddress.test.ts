// The client address by which log-ins are limited, which a client must not be able to choose.

import { describe, expect, test } from 'vitest'
import { clientAddress, trustedProxies } from '#api/platform/http/clientAddress.ts'

const proxies = trustedProxies('127.0.0.1, 10.0.0.0/8, ::1, 2001:db8:1::/48')

describe('the address of a caller', () => {
  test.each([
    ['no proxy is trusted by default', trustedProxies(undefined), '127.0.0.1', '6.6.6.6', '127.0.0.1'],
    ['a stranger’s header is ignored', proxies, '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['the header of a trusted proxy counts', proxies, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'only the address that the proxy added counts',
      proxies,
      '10.1.2.3',
      '6.6.6.6, 203.0.113.9',
      '203.0.113.9',
    ],
    ['two own proxies', proxies, '::1', '6.6.6.6,203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['only own proxies', proxies, '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['no header', proxies, '127.0.0.1', undefined, '127.0.0.1'],
    ['an empty header', proxies, '127.0.0.1', '', '127.0.0.1'],
    ['an invalid address ends the search', proxies, '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['IPv4 on an IPv6 socket', proxies, '::ffff:127.0.0.1', '::FFFF:203.0.113.9', '203.0.113.9'],
    ['a proxy in an IPv6 network', proxies, '2001:db8:1::7', '2001:DB8:2::9', '2001:db8:2::9'],
    ['a port', proxies, '127.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
    ['brackets and a port', proxies, '127.0.0.1', '[2001:db8:2::9]:443', '2001:db8:2::9'],
    ['a closed connection', proxies, undefined, '6.6.6.6', ''],
  ])('The client address is right with this setting: %s', (_, trusted, remote, header, client) =>
    expect(clientAddress(remote, header, trusted)).toBe(client),
  )

  test.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::1/129', '*', '300.1.1.1'])(
    'The value TRUST_PROXY=%s stops the start',
    (setting) =>
      expect(() => trustedProxies(`127.0.0.1,${setting}`)).toThrow(
        `TRUST_PROXY: ${setting} is not an address`,
      ),
  )
})
