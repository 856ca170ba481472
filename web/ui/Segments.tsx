// Links to two or three parts of a screen, side by side.

import { Anchor } from '#web/ui/Anchor.tsx'

export interface Segment {
  href: string
  label: string
  current: boolean
}

export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-full rounded-field bg-surface-2 p-1 md:max-w-96">
        {segments.map(({ href, label: text, current }) => (
          <li key={href} className="min-w-0 flex-1">
            <Anchor
              href={href}
              aria-current={current ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center rounded-control border border-transparent px-1 text-center font-medium text-muted transition-colors duration-press hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-lifted aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              {text}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
