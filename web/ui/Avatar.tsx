// A person's initials on their colour. Hidden from screen readers beside the name; `title` names it where it stands alone.

import { hueOf } from '#web/ui/hueOf.ts'

export type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

export interface AvatarProps {
  id: string
  name: string
  size?: AvatarSize
  /** Read out and shown on hover: 'Ann, organizer'. */
  title?: string
}

const sizes: Record<AvatarSize, string> = {
  xs: 'size-6 text-[9px]',
  sm: 'size-8 text-[11px]',
  md: 'size-10 text-[14px]',
  lg: 'size-13 text-[19px]',
  xl: 'size-22 text-[32px]',
}

export function Avatar({ id, name, size = 'md', title }: AvatarProps) {
  return (
    <span
      title={title}
      style={{ backgroundColor: hueOf(id), color: 'var(--on-sender)' }}
      className={`inline-flex shrink-0 items-center justify-center rounded-full leading-none font-semibold tracking-wide select-none ${sizes[size]}`}
    >
      <span aria-hidden>{initialsOf(name)}</span>
      {title !== undefined && <span className="sr-only">{title}</span>}
    </span>
  )
}

/** The first character of the first and the last word; graphemes, so that no emoji or accent is cut. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '')
  const first = firstSign(words[0] ?? '')
  if (words.length < 2 || /\p{Extended_Pictographic}/u.test(first)) return first || '?'
  return first + firstSign(words.at(-1) ?? '')
}

function firstSign(word: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)
  return (first?.segment ?? '').toUpperCase()
}
