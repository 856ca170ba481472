// Names the device of a session from its User-Agent header, for display only: anybody can write that header.

/** 'Chrome on Android'; 'Unknown device' for an unknown header. */
export function deviceOf(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent)
  const system = firstOf(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

function firstOf(patterns: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return patterns.find(([pattern]) => pattern.test(userAgent.slice(0, 512)))?.[1]
}

// In this order, because each also claims to be the following ones.
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const
