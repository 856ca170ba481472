// The detection of devices (§4 of docs/spec.md): the facts that a device reports, and the type that follows.

import { describe, expect, test, vi } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { detectDevice, type DeviceProperties, watchDevice } from '#web/platform/page/device.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  oldIpad:
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
}

const laptop: DeviceProperties = {
  userAgent: agents.windows,
  maxTouchPoints: 0,
  width: 1440,
  screenWidth: 1440,
  screenHeight: 900,
  standalone: false,
  serviceWorkers: true,
}
const detected = (given: Partial<DeviceProperties>) => detectDevice({ ...laptop, ...given })

describe('kind of device', () => {
  test.each<[string, Partial<DeviceProperties>, string, string]>([
    ['an iPhone', { userAgent: agents.iphone, maxTouchPoints: 5, width: 390 }, 'iphone', 'mobile'],
    [
      'an iPhone held sideways',
      { userAgent: agents.iphone, maxTouchPoints: 5, width: 932 },
      'iphone',
      'mobile',
    ],
    [
      'an iPad with its own user agent',
      { userAgent: agents.oldIpad, maxTouchPoints: 5, width: 768 },
      'ipad',
      'tablet',
    ],
    ['an iPad with the user agent of a Mac', { userAgent: agents.mac, maxTouchPoints: 5 }, 'ipad', 'tablet'],
    ['a wide iPad', { userAgent: agents.mac, maxTouchPoints: 5, width: 1366 }, 'ipad', 'tablet'],
    ['a Mac', { userAgent: agents.mac, maxTouchPoints: 0 }, 'web', 'desktop'],
    ['an Android phone', android(412, 915), 'android', 'mobile'],
    ['an Android phone held sideways', android(915, 412), 'android', 'mobile'],
    ['a shorter side of 767 px', android(767, 1200), 'android', 'mobile'],
    ['a shorter side of 768 px', android(768, 1200), 'android', 'tablet'],
    ['an Android tablet held sideways', android(1280, 800), 'android', 'tablet'],
    ['a window of 767 px', { width: 767 }, 'web', 'mobile'],
    ['a window of 768 px', { width: 768 }, 'web', 'tablet'],
    ['a window of 1023 px', { width: 1023 }, 'web', 'tablet'],
    ['a window of 1024 px', { width: 1024 }, 'web', 'desktop'],
    ['a laptop with a touch screen', { maxTouchPoints: 10 }, 'web', 'desktop'],
    ['an empty user agent', { userAgent: '' }, 'unknown', 'desktop'],
  ])('The device type is right for %s', (_what, given, platform, deviceType) => {
    coversSpec(
      '§3 Device info',
      '§4 Device: iPhone gives mobile',
      '§4 Device: Android gives mobile',
      '§4 Device: Otherwise under 768',
      '§9 Device breakpoints',
    )

    expect(detected(given)).toMatchObject({ platform, deviceType })
  })
})

test('The marks on the root element follow from platform and type', () => {
  coversSpec('§3 Device info')

  expect(detected({ userAgent: agents.iphone })).toMatchObject({
    isIOS: true,
    isAndroid: false,
    isMobile: true,
    isTablet: false,
    isDesktop: false,
  })
  expect(detected({ userAgent: agents.mac, maxTouchPoints: 5 })).toMatchObject({
    isIOS: true,
    isTablet: true,
  })
  expect(detected(android(412, 915))).toMatchObject({ isIOS: false, isAndroid: true, isMobile: true })
  expect(detected({})).toMatchObject({ isIOS: false, isAndroid: false, isDesktop: true })
})

test.each([
  { standalone: false, serviceWorkers: true, isPWA: false, canInstall: true },
  { standalone: true, serviceWorkers: true, isPWA: true, canInstall: false },
  { standalone: false, serviceWorkers: false, isPWA: false, canInstall: false },
  { standalone: true, serviceWorkers: false, isPWA: true, canInstall: false },
])(
  'The app’s mode is right for installed: $standalone and service workers: $serviceWorkers',
  ({ isPWA, canInstall, ...given }) => {
    coversSpec('§3 Device info', '§4 Device: Installed mode is detected')

    expect(detected(given)).toMatchObject({ isPWA, canInstall })
  },
)

test('The device is detected again when the window is resized or turned, until the listener unsubscribes', () => {
  coversSpec('§4 Device: This is re-evaluated on resize')

  const query = Object.assign(new EventTarget(), { matches: false })
  const size = { innerWidth: 1440, screen: { width: 1440, height: 900 }, matchMedia: () => query }
  const opened = Object.assign(new EventTarget(), size)
  vi.stubGlobal('window', opened)
  vi.stubGlobal('navigator', { userAgent: agents.windows, maxTouchPoints: 0 })
  const reported: string[] = []
  const stop = watchDevice(({ deviceType }) => reported.push(deviceType))
  for (const [event, width] of [
    ['resize', 800],
    ['orientationchange', 600],
  ] as const) {
    opened.innerWidth = width
    opened.dispatchEvent(new Event(event))
  }
  stop()
  opened.dispatchEvent(new Event('resize'))
  expect(reported).toEqual(['desktop', 'tablet', 'mobile'])
  vi.unstubAllGlobals()
})

function android(screenWidth: number, screenHeight: number): Partial<DeviceProperties> {
  return { userAgent: agents.android, maxTouchPoints: 5, width: screenWidth, screenWidth, screenHeight }
}
