// Detects the kind of device that the app runs on (spec §4, Device) from properties of the browser.

export interface DeviceProperties {
  userAgent: string
  /** 0 without a touch screen. The user agent of an iPad names a Mac, but its value here is 5. */
  maxTouchPoints: number
  /** The width of the window, in CSS pixels. */
  width: number
  /** The size of the screen, in CSS pixels: the shorter side tells an Android phone from a tablet. */
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
  // The user agent of Windows Phone also names Android and iPhone.
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
    // Older iOS has a non-standard property instead of the media query.
    standalone:
      window.matchMedia('(display-mode: standalone)').matches ||
      (navigator as { standalone?: boolean }).standalone === true,
    serviceWorkers: 'serviceWorker' in navigator,
  })

/** Writes the device to attributes of the root element, for the stylesheet. Returns a function that stops it. */
export const markDevice = (): (() => void) =>
  watchDevice(({ platform, deviceType }) => {
    Object.assign(document.documentElement.dataset, { platform, device: deviceType })
  })

/** Calls `onDevice` now and after each resize, rotation and install. Returns a function that stops it. */
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
