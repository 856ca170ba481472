// Tabs after the WAI-ARIA pattern: one stop for the Tab key; arrows move and select at once. On a phone each is an icon and
// a word, so that all are in view; where that is too wide, only the selected one has its word. A swipe across the content
// leads to the next tab.

import type { LucideProps } from 'lucide-react'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { cappedCount } from '#web/ui/feedback/cappedCount.ts'
import { classes } from '#web/ui/classes.ts'
import { scrollerOf } from '#web/ui/lists/useIncrementalRows.ts'

export interface Tab<Id extends string> {
  id: Id
  label: string
  icon: ComponentType<LucideProps>
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
  const shown = useRef(selected)

  useEffect(() => {
    const [box, tab] = [strip.current, document.getElementById(tabId(name, selected))]
    // What was pressed was in the tab that is gone.
    if (shown.current !== selected && document.activeElement === document.body) tab?.focus()
    shown.current = selected
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
        className="no-scrollbar relative flex justify-between overflow-x-auto overscroll-x-contain px-1.5 md:justify-start md:gap-x-1 md:px-[calc(var(--gutter)-12px)]"
      >
        {tabs.map(({ icon: Icon, ...tab }) => (
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
              'group/tab relative flex min-w-11 shrink-0 items-center rounded-control font-medium text-muted transition-colors duration-press after:absolute after:bottom-0 after:h-0.75 after:rounded-t-full hover:text-text focus-visible:-outline-offset-2 aria-selected:font-semibold aria-selected:after:bg-primary',
              'max-md:min-h-[51px] max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-0.5 max-md:text-meta max-md:tracking-[-0.012em] max-md:after:inset-x-1.5 max-md:aria-selected:text-primary',
              'md:min-h-12 md:ps-3 md:after:start-3 md:aria-selected:text-text',
              // Room for a number at all times, so that no tab moves under a finger when one arrives.
              tab.badge === undefined
                ? 'md:pe-3 md:after:end-3 md:roomy:pe-6 md:roomy:after:end-6'
                : 'md:pe-[1.75rem] md:after:end-[1.75rem] md:roomy:pe-[2.5rem] md:roomy:after:end-[2.5rem]',
            )}
          >
            <Icon
              aria-hidden
              className="size-5 group-aria-selected/tab:fill-primary/18 md:hidden"
              strokeWidth={1.75}
            />
            {/* As wide as when it is selected, so that the others do not move. */}
            <span
              data-label={tab.label}
              className="grid text-start after:invisible after:h-0 after:font-semibold after:content-[attr(data-label)_/_''] max-md:@max-[22.5rem]/visible:[[aria-selected=false]_&]:sr-only"
            >
              {tab.label}
            </span>
            {tab.badge !== undefined && tab.badge > 0 && (
              <span className="absolute start-[calc(50%+4px)] top-0.5 z-1 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums ring-2 ring-surface md:start-[calc(100%-1.375rem)] md:top-auto md:min-w-[1.25rem] md:text-meta md:leading-5 md:ring-0 md:roomy:start-[calc(100%-2.125rem)]">
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

export interface TabPanelProps<Id extends string> {
  name: string
  tabs: readonly { id: Id }[]
  selected: Id
  onSelect: (id: Id) => void
  children: ReactNode
}

export function TabPanel<Id extends string>(props: TabPanelProps<Id>) {
  const { name, tabs, selected, onSelect, children } = props
  const panel = useRef<HTMLDivElement>(null)
  useOwnOffset(panel, selected)
  useSwipe(panel, (step) => {
    const next = tabs[tabs.findIndex(({ id }) => id === selected) + step]
    if (!next) return
    onSelect(next.id)
    document.getElementById(tabId(name, next.id))?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={panelId(name, selected)}
      aria-labelledby={tabId(name, selected)}
      tabIndex={0}
      // As high as the room, for content that fills it.
      className="-outline-offset-2 has-[>[data-fills]]:grid has-[>[data-fills]]:min-h-full has-[>[data-fills]]:grid-cols-1"
    >
      {children}
    </div>
  )
}

/** The phone's own swipe back starts within this distance of an edge, in px. */
const EDGE_PX = 28
/** What a swipe covers at least, in px; it is this many times as wide as high, and this short, in ms. */
const [SWIPE_PX, FLATNESS, SWIPE_MS] = [56, 2, 600]

/** Calls `onSwipe` with 1 for a finger that swipes across the content towards the start, with -1 for one towards the end. */
function useSwipe(panel: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void): void {
  const swipe = useEffectEvent(onSwipe)
  useEffect(() => {
    const area = panel.current?.parentElement
    if (!area) return undefined
    let start: { x: number; y: number; time: number } | null = null
    const down = ({ touches, target, timeStamp: time }: TouchEvent) => {
      const [touch] = touches
      const isOfPage =
        touch !== undefined &&
        touches.length === 1 &&
        // Of a page that is zoomed in, another part is moved into view.
        (window.visualViewport?.scale ?? 1) < 1.05 &&
        touch.clientX > EDGE_PX &&
        touch.clientX < innerWidth - EDGE_PX &&
        !isDraggedSideways(target as Element, area)
      start = isOfPage ? { x: touch.clientX, y: touch.clientY, time } : null
    }
    const up = ({ changedTouches: [touch], timeStamp }: TouchEvent) => {
      if (!start || !touch) return
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y]
      const isSwipe =
        Math.abs(dx) >= Math.max(SWIPE_PX, FLATNESS * Math.abs(dy)) && timeStamp - start.time <= SWIPE_MS
      start = null
      if (isSwipe) swipe(dx < 0 === (getComputedStyle(area).direction === 'ltr') ? 1 : -1)
    }
    const cancel = () => (start = null)
    // Passive, so that scrolling never waits for them.
    const listeners = { touchstart: down, touchend: up, touchcancel: cancel }
    for (const [type, listener] of Object.entries(listeners))
      area.addEventListener(type, listener as EventListener, { passive: true })
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        area.removeEventListener(type, listener as EventListener)
    }
  }, [panel])
}

/** Whether a finger that moves sideways on it does something there: it scrolls, is dragged or selects text. */
function isDraggedSideways(target: Element, area: Element): boolean {
  if (target.closest('input, textarea, select, [contenteditable], [role=slider]')) return true
  for (let element: Element | null = target; element && element !== area; element = element.parentElement) {
    const { overflowX, touchAction } = getComputedStyle(element)
    // Who handles such a gesture says so by its touch action.
    if (/none|pan-y/.test(touchAction)) return true
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true
  }
  return false
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
