// What is true of the whole app stands below everything, also below an open dialog: that what is shown was read
// earlier, that a new version waits, and that what was written would be lost with the page. It takes its room at the foot of each screen, so nothing being read moves.

import { CloudOff, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { formatMoment } from '#web/platform/format.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { isUnreachable, networkState } from '#web/platform/network.ts'
import { oldestShownAt } from '#web/platform/offlineCache/shownAge.ts'
import { useNow } from '#web/platform/useNow.ts'
import { newVersion } from '#web/platform/worker/newVersion.ts'
import { takeNewVersion } from '#web/platform/worker/registration.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

export function BottomBar() {
  const { isReady } = useSnapshot(newVersion)
  const away = isUnreachable(useSnapshot(networkState))
  const notKept = useSnapshot(outbox).items.filter(
    (item) => item.memoryOnly && item.state !== 'sending',
  ).length
  const bar = useRoomBelow()
  // Outside the app's root, which an open dialog makes silent.
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-60">
      <div ref={bar} className="pointer-events-auto">
        {/* The regions are there before their news, or some readers miss the first. */}
        <output className="block">{isReady && <NewVersion />}</output>
        <output className="block">{notKept > 0 && <NotKept count={notKept} />}</output>
        <output className="block">{away && <Away />}</output>
      </div>
      {(isReady || away || notKept > 0) && (
        <div className={`h-[env(safe-area-inset-bottom)] ${away ? 'bg-text' : 'bg-lifted'}`} />
      )}
    </div>,
    document.body,
  )
}

function NewVersion() {
  return (
    <div className="border-t border-line bg-lifted">
      <div className="page-width flex flex-wrap items-center justify-end gap-x-2 gutter py-0.5">
        <p className="flex-1 text-secondary font-semibold">A new version is ready.</p>
        <Button size="sm" onClick={takeNewVersion}>
          Reload
        </Button>
        <IconButton label="Later" icon={X} tone="muted" onClick={() => (newVersion.isReady = false)} />
      </div>
    </div>
  )
}

function NotKept({ count }: { count: number }) {
  return (
    <p className="border-t border-line bg-lifted gutter py-1 text-center text-secondary font-semibold text-warning">
      {count === 1 ? 'One change is' : `${count} changes are`} not kept on this device. Leave this page open
      until
      {count === 1 ? ' it is sent.' : ' they are sent.'}
    </p>
  )
}

const EVERY_SECOND_MS = 1000

function Away() {
  const { isOffline } = useSnapshot(networkState)
  const now = useNow(EVERY_SECOND_MS)
  const since = oldestShownAt()
  return (
    <p className="flex min-h-7 items-center justify-center gap-2 bg-text gutter py-1 text-center text-meta font-semibold text-background">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span className="text-balance">
        {isOffline ? 'You are offline.' : 'No connection.'}
        {since !== null && ` Showing what was here ${formatMoment(since, now)}.`}
      </span>
    </p>
  )
}

/** Tells the stylesheet how high it is; what stands at the foot of a screen stands on it. */
function useRoomBelow() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const watcher = new ResizeObserver(([entry]) => {
      root.setProperty('--bottom-bar', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    watcher.observe(bar.current!)
    return () => {
      watcher.disconnect()
      root.removeProperty('--bottom-bar')
    }
  }, [])
  return bar
}
