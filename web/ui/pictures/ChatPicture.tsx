// The picture of a chat without messages.

import { body, Picture, warm } from '#web/ui/pictures/Picture.tsx'

export function ChatPicture() {
  return (
    <Picture>
      <path
        {...body}
        d="M40 28h58a12 12 0 0 1 12 12v22a12 12 0 0 1-12 12H64L48 88V74h-8a12 12 0 0 1-12-12V40a12 12 0 0 1 12-12z"
      />
      <path stroke="var(--line-strong)" d="M46 44h44M46 56h28" />
      <path
        fill="var(--primary)"
        stroke="var(--primary-soft)"
        d="M92 58h42a12 12 0 0 1 12 12v18a12 12 0 0 1-12 12h-6v13l-15-13H92a12 12 0 0 1-12-12V70a12 12 0 0 1 12-12z"
      />
      <path stroke="var(--lifted)" strokeDasharray=".1 10" strokeWidth="5" d="M103 79h21" />
      <circle {...warm} cx="129" cy="34" r="11" />
    </Picture>
  )
}
