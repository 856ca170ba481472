// The picture of an empty pool.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function JarPicture() {
  return (
    <Picture>
      <path
        {...body}
        d="M64 46h48c7 5 11 12 11 20v26a12 12 0 0 1-12 12H65a12 12 0 0 1-12-12V66c0-8 4-15 11-20z"
      />
      <path
        fill="var(--primary)"
        fillOpacity=".16"
        d="M55 78c11-6 22 4 33 0s22-6 33-1v15a10 10 0 0 1-10 10H65a10 10 0 0 1-10-10z"
      />
      <rect {...body} x="60" y="34" width="56" height="12" rx="5" />
      <circle cx="78" cy="88" r="9" fill="var(--lifted)" stroke="var(--primary)" />
      <circle cx="97" cy="91" r="8" fill="var(--lifted)" stroke="var(--primary)" />
      <circle {...warm} cx="88" cy="17" r="11" />
      <path stroke="var(--lifted)" d="M88 12v10" />
      <path stroke="var(--primary)" strokeDasharray=".1 7" d="M108 16c8 1 14 4 18 10M68 16c-8 1-14 4-18 10" />
    </Picture>
  )
}
