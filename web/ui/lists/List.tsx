// A list of rows on a card, with lines between them.

import { ChevronRight } from 'lucide-react'
import type { CSSProperties, ReactNode, Ref, RefCallback } from 'react'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { classes } from '#web/ui/classes.ts'

export interface ListRowProps {
  title: ReactNode
  detail?: ReactNode
  /** Below both, never truncated. */
  note?: ReactNode
  leading?: ReactNode
  trailing?: ReactNode
  /** Beside the detail, or null; `trailing` is then beside the title. */
  trailingDetail?: ReactNode
  /** One line of 44 px, with the detail beside a title that is cut off where there is no room. */
  compact?: boolean
  /** Buttons beside the row's own target. */
  actions?: ReactNode
  href?: string
  /** What the row leads to is open beside the list. */
  current?: boolean
  onPress?: () => void
  /** The button of `onPress`. */
  pressRef?: Ref<HTMLButtonElement> | undefined
  /** A chevron for more content; 'room' reserves its space among rows that have one. */
  more?: boolean | 'room'
  as?: 'li' | 'div'
  /** Its position while rows are dragged. */
  dragRow?: { ref: RefCallback<HTMLElement>; style: CSSProperties | undefined }
}

const target =
  'block w-full text-start outline-none after:absolute after:inset-0 group-first/row:after:rounded-t-card group-last/row:after:rounded-b-card hover:after:bg-text/3 ' +
  'active:after:bg-text/6 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary'

/** Where text is large, what is at the end goes below. */
const line = 'flex flex-wrap justify-between gap-x-3'

/**
 * An element in front, title and detail, and figures at the end. With `href` or `onPress` the whole row is one target;
 * `actions` are targets of their own.
 */
export function ListRow(props: ListRowProps) {
  const { title, detail, note, leading, trailing, actions, href, current, onPress, more = false } = props
  const { as: As = 'li', compact = false, dragRow, trailingDetail, pressRef } = props
  const isPaired = trailingDetail !== undefined
  const press = classes(target, isPaired && 'flex-[1_1_6rem]')
  const name = compact ? (
    <span className="flex items-baseline gap-1.5">
      <bdi className="truncate">{title}</bdi>
      <span className="shrink-0 text-meta text-muted empty:hidden">{detail}</span>
    </span>
  ) : (
    <span className="line-clamp-2">
      <bdi>{title}</bdi>
    </span>
  )
  return (
    <As
      ref={dragRow?.ref}
      style={dragRow?.style}
      className={classes(
        'group/row relative flex items-center gap-3',
        compact ? 'min-h-11 px-3.5 py-2' : trailingDetail ? 'min-h-15 px-4 py-2' : 'min-h-16 px-4 py-3',
        current && onPress && 'first:rounded-t-[15px] last:rounded-b-[15px] lg:bg-primary-soft',
      )}
    >
      {leading}
      {/* The name keeps room for about twelve letters; where text is large the figures go below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_6rem]">
          <div className={classes('text-body', !compact && 'font-medium', isPaired && line)}>
            {href !== undefined ? (
              <Anchor href={href} aria-current={current ? 'page' : undefined} className={press}>
                {name}
              </Anchor>
            ) : onPress ? (
              <button
                ref={pressRef}
                type="button"
                data-row
                onClick={onPress}
                aria-current={current || undefined}
                className={press}
              >
                {name}
              </button>
            ) : (
              name
            )}
            {isPaired && <div className="ms-auto">{trailing}</div>}
          </div>
          {detail !== undefined && !compact && (
            <div className={classes('mt-0.5 text-secondary text-muted', isPaired ? line : 'line-clamp-2')}>
              {isPaired ? <div className="min-w-0 grow">{detail}</div> : detail}
              {isPaired && trailingDetail !== null && <div className="ms-auto">{trailingDetail}</div>}
            </div>
          )}
        </div>
        {trailing !== undefined && !isPaired && <div className="ms-auto max-w-full text-end">{trailing}</div>}
        {note !== undefined && <div className="min-w-0 basis-full empty:hidden">{note}</div>}
      </div>
      {actions !== undefined && <div className="relative z-1 -me-2 flex shrink-0">{actions}</div>}
      {more !== false && (
        <ChevronRight
          aria-hidden
          className={classes(
            '-me-1 size-5 shrink-0 text-muted rtl:rotate-180',
            more === 'room' && 'invisible',
          )}
        />
      )}
    </As>
  )
}

export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
      {children}
    </ul>
  )
}
