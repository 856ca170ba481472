// What a person calls the device in their list of sessions. A guess from a header anybody can write: shown, never
// trusted.

/** 'Chrome on Android'; 'Unknown device' where the header says nothing known. */
export function deviceOf(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent)
  const system = firstOf(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

function firstOf(known: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent.slice(0, 512)))?.[1]
}

// Each claims to be those below it.
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
