// The device that the app runs on (spec §4, Device), derived from properties of the browser, so that tests need no device.

export interface DeviceProperties {
  userAgent: string
  /** 0 without a touch screen. An iPad calls itself a Mac, but has 5. */
  maxTouchPoints: number
  /** Of the window, in CSS pixels. */
  width: number
  /** Of the screen: an Android device is classified by it, whichever way it is held. */
  screenWidth: number
  screenHeight: number
  standalone: boolean
  serviceWorkers: boolean
}

export interface Device {
  platform: 'unknown' | 'web' | 'iphone' | 'ipad' | 'android'
  deviceType: 'desktop' | 'tablet' | 'mobile'
  isIOS: boolean
  isAndroid: boolean
  isMobile: boolean
  isTablet: boolean
  isDesktop: boolean
  isPWA: boolean
  canInstall: boolean
}

export function detectDevice(properties: DeviceProperties): Device {
  const platform = platformOf(properties)
  const deviceType = typeOf(platform, properties)
  return {
    platform,
    deviceType,
    isIOS: platform === 'iphone' || platform === 'ipad',
    isAndroid: platform === 'android',
    isMobile: deviceType === 'mobile',
    isTablet: deviceType === 'tablet',
    isDesktop: deviceType === 'desktop',
    isPWA: properties.standalone,
    canInstall: properties.serviceWorkers && !properties.standalone,
  }
}

function platformOf({ userAgent, maxTouchPoints }: DeviceProperties): Device['platform'] {
  if (userAgent === '') return 'unknown'
  // Windows Phone names Android and iPhone as well.
  if (/Windows/.test(userAgent)) return 'web'
  if (/iPhone|iPod/.test(userAgent)) return 'iphone'
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ipad'
  return /Android/.test(userAgent) ? 'android' : 'web'
}

function typeOf(platform: Device['platform'], properties: DeviceProperties): Device['deviceType'] {
  if (platform === 'iphone') return 'mobile'
  if (platform === 'ipad') return 'tablet'
  if (platform === 'android')
    return Math.min(properties.screenWidth, properties.screenHeight) < 768 ? 'mobile' : 'tablet'
  if (properties.width < 768) return 'mobile'
  return properties.width < 1024 ? 'tablet' : 'desktop'
}

const readDevice = (): Device =>
  detectDevice({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    width: window.innerWidth,
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    // Older iOS has a property of its own.
    standalone:
      window.matchMedia('(display-mode: standalone)').matches ||
      (navigator as { standalone?: boolean }).standalone === true,
    serviceWorkers: 'serviceWorker' in navigator,
  })

/** Writes the device to the root element, for the stylesheet (web/app/theme.css). */
export const markDevice = (): (() => void) =>
  watchDevice(({ platform, deviceType }) => {
    Object.assign(document.documentElement.dataset, { platform, device: deviceType })
  })

/** Reports the device now and after each resize, turn and install. Returns a function that ends it. */
export function watchDevice(onDevice: (device: Device) => void): () => void {
  const report = () => onDevice(readDevice())
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('resize', report, { signal })
  window.addEventListener('orientationchange', report, { signal })
  window.matchMedia('(display-mode: standalone)').addEventListener('change', report, { signal })
  report()
  return () => listening.abort()
}
