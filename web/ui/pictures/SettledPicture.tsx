// The picture of a settled trip.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function SettledPicture() {
  return (
    <Picture>
      <circle {...body} cx="88" cy="64" r="36" />
      <path stroke="var(--success)" strokeWidth="6" d="m73 65 11 11 20-22" />
      <circle {...warm} cx="134" cy="36" r="5" />
      <circle fill="var(--primary)" cx="40" cy="44" r="4" />
      <circle {...warm} cx="46" cy="98" r="4" />
      <path stroke="var(--primary)" d="m131 92 8 5M126 22l3-8M30 68l-8 1" />
    </Picture>
  )
}
