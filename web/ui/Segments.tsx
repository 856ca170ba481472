// Links to two or three views of a screen, side by side.

import { Anchor } from '#web/ui/Anchor.tsx'

export interface Segment {
  href: string
  label: string
  current: boolean
}

export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-full rounded-field border border-line bg-surface p-1 md:max-w-96">
        {segments.map(({ href, label: text, current }) => (
          <li key={href} className="min-w-0 flex-1">
            <Anchor
              href={href}
              aria-current={current ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center rounded-control border border-transparent px-1 text-center font-semibold text-muted transition-colors duration-press hover:text-text aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
            >
              {text}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
