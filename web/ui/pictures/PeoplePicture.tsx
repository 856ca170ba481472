// The picture of an empty list of people.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function PeoplePicture() {
  return (
    <Picture>
      <path {...body} d="M28 102c0-17 11-27 26-27s26 10 26 27z" />
      <circle {...body} cx="54" cy="58" r="14" />
      <path {...body} d="M96 102c0-17 11-27 26-27s26 10 26 27z" />
      <circle {...body} cx="122" cy="58" r="14" />
      <path fill="var(--primary)" stroke="var(--primary-soft)" d="M57 106c0-21 13-33 31-33s31 12 31 33z" />
      <circle fill="var(--primary)" stroke="var(--primary-soft)" cx="88" cy="51" r="18" />
      <circle {...warm} cx="124" cy="30" r="12" />
      <path stroke="var(--lifted)" d="M124 25v10M119 30h10" />
    </Picture>
  )
}
