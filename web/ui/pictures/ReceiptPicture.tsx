// The picture of an empty list of expenses.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function ReceiptPicture() {
  return (
    <Picture>
      <path {...body} d="M60 24h52v80l-8.7-6-8.7 6-8.6-6-8.7 6-8.7-6-8.6 6z" />
      <path stroke="var(--primary)" d="M72 42h28M72 55h18" />
      <path stroke="var(--line-strong)" d="M72 70h12M94 70h6M72 81h12M94 81h6" />
      <circle {...warm} cx="121" cy="78" r="17" />
      <path stroke="var(--lifted)" d="M121 70v16M113 78h16" />
    </Picture>
  )
}
