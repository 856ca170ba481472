// The name of a device in the list of sessions.

import { expect, it } from 'vitest'
import { deviceNameOf } from '#api/people/sessions.ts'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E Safari/604',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/140.0 Mobile/15E Safari/604',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['curl/8.9', 'Unknown device'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['x'.repeat(100_000), 'Unknown device'],
])('The device with the user agent %.60s is called %s', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name)
})
