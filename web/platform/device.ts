/**
 * What the app is running on (spec §4, Device): told from facts, so the rules can be tested without a device;
 * `readDevice` collects the facts of this window, `watchDevice` tells them again when it is resized or turned.
 */
export interface DeviceFacts {
  userAgent: string
  /** Points the screen can be touched at once: 0 for a mouse. An iPad calls itself a Mac, but has 5. */
  maxTouchPoints: number
  /** Of the window, in CSS pixels. */
  width: number
  /** Of the screen: what an Android device is judged by, whichever way it is held. */
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

export function detectDevice(facts: DeviceFacts): Device {
  const platform = platformOf(facts)
  const deviceType = typeOf(platform, facts)
  return {
    platform,
    deviceType,
    isIOS: platform === 'iphone' || platform === 'ipad',
    isAndroid: platform === 'android',
    isMobile: deviceType === 'mobile',
    isTablet: deviceType === 'tablet',
    isDesktop: deviceType === 'desktop',
    isPWA: facts.standalone,
    canInstall: facts.serviceWorkers && !facts.standalone,
  }
}

function platformOf({ userAgent, maxTouchPoints }: DeviceFacts): Device['platform'] {
  if (userAgent === '') return 'unknown'
  // Windows Phone names both others to be served their pages.
  if (/Windows/.test(userAgent)) return 'web'
  if (/iPhone|iPod/.test(userAgent)) return 'iphone'
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ipad'
  return /Android/.test(userAgent) ? 'android' : 'web'
}

function typeOf(platform: Device['platform'], facts: DeviceFacts): Device['deviceType'] {
  if (platform === 'iphone') return 'mobile'
  if (platform === 'ipad') return 'tablet'
  if (platform === 'android')
    return Math.min(facts.screenWidth, facts.screenHeight) < 768 ? 'mobile' : 'tablet'
  if (facts.width < 768) return 'mobile'
  return facts.width < 1024 ? 'tablet' : 'desktop'
}

const readDevice = (): Device =>
  detectDevice({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    width: window.innerWidth,
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    // iOS said it its own way before it knew display modes.
    standalone:
      window.matchMedia('(display-mode: standalone)').matches ||
      (navigator as { standalone?: boolean }).standalone === true,
    serviceWorkers: 'serviceWorker' in navigator,
  })

/** Keeps the device on the root element, where the stylesheet reads it (web/app/theme.css). */
export const markDevice = (): (() => void) =>
  watchDevice(({ platform, deviceType }) => {
    Object.assign(document.documentElement.dataset, { platform, device: deviceType })
  })

/** Tells the device now and after each resize, turn and install; answers what ends it. */
export function watchDevice(tell: (device: Device) => void): () => void {
  const again = () => tell(readDevice())
  const installed = window.matchMedia('(display-mode: standalone)')
  window.addEventListener('resize', again)
  window.addEventListener('orientationchange', again)
  installed.addEventListener('change', again)
  again()
  return () => {
    window.removeEventListener('resize', again)
    window.removeEventListener('orientationchange', again)
    installed.removeEventListener('change', again)
  }
}
