// Tabs after the WAI-ARIA pattern: one stop for the Tab key; arrows move and select at once. On a phone the strip scrolls
// to show the selected tab.

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cappedCount } from '#web/ui/feedback/cappedCount.ts'
import { classes } from '#web/ui/classes.ts'
import { scrollerOf } from '#web/ui/lists/useIncrementalRows.ts'

export interface Tab<Id extends string> {
  id: Id
  label: string
  badge?: number
  /** Read out after the number: 'requests to join'. */
  badgeText?: string
}

export interface TabsProps<Id extends string> {
  /** Connects tabs and panels; unique on the page. */
  name: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** Called when a tab should be loaded. */
  onIntent?: (id: Id) => void
}

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { name, label, tabs, selected, onSelect, onIntent } = props
  const strip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const [box, tab] = [strip.current, document.getElementById(tabId(name, selected))]
    // Not scrollIntoView, which would also scroll the page.
    if (box && tab) box.scrollTo({ left: tab.offsetLeft - (box.clientWidth - tab.clientWidth) / 2 })
  }, [name, selected])

  const move = (event: KeyboardEvent) => {
    const next = neighbour(
      event.key,
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    )
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    onSelect(tab.id)
    document.getElementById(tabId(name, tab.id))?.focus()
  }

  return (
    <div className="border-b border-line bg-surface">
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        tabIndex={-1}
        className="no-scrollbar relative flex gap-1 overflow-x-auto overscroll-x-contain px-[calc(var(--gutter)-12px)]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(name, tab.id)}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? panelId(name, tab.id) : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onPointerEnter={() => onIntent?.(tab.id)}
            onFocus={() => onIntent?.(tab.id)}
            className={classes(
              'relative flex min-h-12 shrink-0 items-center rounded-control ps-3 font-medium text-muted transition-colors duration-press after:absolute after:start-3 after:bottom-0 after:h-0.75 after:rounded-t-full hover:text-text focus-visible:-outline-offset-2 aria-selected:font-semibold aria-selected:text-text aria-selected:after:bg-primary',
              // Room for a number at all times, so that no tab moves under a finger when one arrives.
              tab.badge === undefined
                ? 'pe-3 after:end-3 roomy:pe-6 roomy:after:end-6'
                : 'pe-[1.75rem] after:end-[1.75rem] roomy:pe-[2.5rem] roomy:after:end-[2.5rem]',
            )}
          >
            {/* As wide as when it is selected, so that the others do not move. */}
            <span
              data-label={tab.label}
              className="grid text-start after:invisible after:h-0 after:font-semibold after:content-[attr(data-label)_/_'']"
            >
              {tab.label}
            </span>
            {tab.badge !== undefined && tab.badge > 0 && (
              <span className="absolute start-[calc(100%-1.375rem)] z-1 min-w-[1.25rem] rounded-full roomy:start-[calc(100%-2.125rem)] bg-accent px-1 text-center text-meta leading-[1.25rem] font-semibold text-on-accent tabular-nums">
                <span>{cappedCount(tab.badge)}</span>
                {tab.badgeText !== undefined && <span className="sr-only">{` ${tab.badgeText}`}</span>}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}

export interface TabPanelProps {
  name: string
  tab: string
  children: ReactNode
}

export function TabPanel({ name, tab, children }: TabPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useOwnOffset(panel, tab)
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={panelId(name, tab)}
      aria-labelledby={tabId(name, tab)}
      tabIndex={0}
      // As high as the room, for content that fills it.
      className="-outline-offset-2 has-[>[data-fills]]:grid has-[>[data-fills]]:min-h-full has-[>[data-fills]]:grid-cols-1"
    >
      {children}
    </div>
  )
}

/** A tab begins at its top, and is where it was left when it comes back, although all tabs share what scrolls. */
function useOwnOffset(panel: RefObject<HTMLElement | null>, tab: string): void {
  const offsets = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const element = panel.current
    const kept = offsets.current.get(tab)
    const scroller = scrollerOf(element)
    if (scroller && kept !== undefined) {
      scroller.scrollTop = kept
      // At once, so that the tab does not scroll to where it would begin.
      scroller.dispatchEvent(new Event('scroll'))
    }
    const keep = ({ target }: Event) => {
      const scroller = scrollerOf(element)
      if (scroller && (target === scroller || target === document))
        offsets.current.set(tab, scroller.scrollTop)
    }
    // Scroll events do not bubble, and in a very low window something else scrolls.
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', keep, { capture: true })
      // Before the next tab is there, which may scroll by itself.
      const scroller = scrollerOf(element)
      if (scroller) scroller.scrollTop = 0
    }
  }, [panel, tab])
}

const tabId = (name: string, tab: string): string => `${name}-tab-${tab}`
const panelId = (name: string, tab: string): string => `${name}-panel-${tab}`

function neighbour(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
