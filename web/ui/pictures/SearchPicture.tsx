// The picture of a search without results.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function SearchPicture() {
  return (
    <Picture>
      <rect {...body} x="36" y="30" width="78" height="20" rx="10" />
      <rect {...body} x="36" y="60" width="58" height="20" rx="10" />
      <path stroke="var(--line-strong)" d="M48 40h30M48 70h18" />
      <path stroke="var(--primary)" strokeWidth="7" d="m123 87 14 15" />
      <circle {...body} cx="108" cy="71" r="22" />
      <circle {...warm} cx="101" cy="71" r="2.8" />
      <circle {...warm} cx="109" cy="71" r="2.8" />
      <circle {...warm} cx="117" cy="71" r="2.8" />
    </Picture>
  )
}
