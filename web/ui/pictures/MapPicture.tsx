// The picture of an empty plan.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function MapPicture() {
  return (
    <Picture>
      <path {...body} d="M34 38l34-12 40 12 34-12v66l-34 12-40-12-34 12z" />
      <path stroke="var(--line-strong)" d="M68 26v66M108 38v66" />
      <path
        stroke="var(--primary)"
        strokeDasharray=".1 8"
        strokeWidth="4"
        d="M48 82c10-14 22-4 30-16s18-10 26-4"
      />
      <path
        fill="var(--primary)"
        d="M122 44a12 12 0 0 1 12 12c0 9-12 20-12 20s-12-11-12-20a12 12 0 0 1 12-12z"
      />
      <circle fill="var(--lifted)" cx="122" cy="56" r="4.5" />
      <circle {...warm} cx="47" cy="83" r="6" />
    </Picture>
  )
}
