// The pictures of an empty plan and of an empty list of trips.

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

export function SuitcasePicture() {
  return (
    <Picture>
      <path stroke="var(--primary)" d="M73 45v-8a7 7 0 0 1 7-7h18a7 7 0 0 1 7 7v8" />
      <rect {...body} x="46" y="45" width="86" height="58" rx="12" />
      <path stroke="var(--primary)" d="M63 46v56M115 46v56" />
      <path stroke="var(--primary)" d="M60 103v5M118 103v5" />
      <path {...warm} d="M89 61c-7 0-12 5-12 12 0 8 12 18 12 18s12-10 12-18c0-7-5-12-12-12z" />
      <circle cx="89" cy="73" r="4.5" fill="var(--lifted)" />
      <path stroke="var(--primary)" strokeDasharray=".1 7" d="M20 40c6-14 20-22 34-20" />
      <path fill="var(--primary)" d="m61 17-9-3 2 6-3 5z" />
    </Picture>
  )
}
