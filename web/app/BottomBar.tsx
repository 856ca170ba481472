// The bar below everything, also below an open dialog: the device is offline, a new version is ready, changes were not
// accepted, or are not stored. Each screen leaves room for it, so nothing moves.

import { CloudOff, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { tripIdIn } from '#web/app/tripIdIn.ts'
import { formatCount, formatMoment } from '#web/platform/time/format.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { changeKeyOf, isRefused } from '#web/records/commandStates.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { entries, isBelow, isShown, replicaPath } from '#web/platform/queries/queryStore.ts'
import { oldestFetchTime } from '#web/platform/queries/fetchTimes.ts'
import { keepingAccount } from '#web/platform/session/keepingAccount.ts'
import { NETWORK_ERROR, session } from '#web/platform/session/session.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { newVersion } from '#web/platform/worker/newVersion.ts'
import { takeNewVersion } from '#web/platform/worker/registration.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

const RefusedDialog = lazyDialog(async () => (await import('#web/app/RefusedDialog.tsx')).RefusedDialog)

const KeepAccountDialog = lazyDialog(
  async () => (await import('#web/people/KeepAccountDialog.tsx')).KeepAccountDialog,
)

/** The form that gives an account a password, which any screen opens. */
function KeepAccount() {
  const { isOpen, isFirst } = useSnapshot(keepingAccount)
  return <KeepAccountDialog open={isOpen} onClose={() => (keepingAccount.isOpen = false)} isFirst={isFirst} />
}

export function BottomBar() {
  const { isReady } = useSnapshot(newVersion)
  const isOffline = isUnreachable(useSnapshot(networkState))
  const { user, error } = useSnapshot(session)
  // A network error is over once a read was answered.
  const failure = user && (isOffline || error !== NETWORK_ERROR) ? error : null
  const hasOfflineNote = isOffline || failure !== null
  const notStoredCount = useSnapshot(outbox).commands.filter(
    (command) => command.isMemoryOnly && command.state !== 'sending',
  ).length
  const refused = useOutbox(isRefused)
  const hasRefused = refused.length > 0
  const [isRefusedOpen, setRefusedOpen] = useState(false)
  // It must open without a network.
  useEffect(() => (hasRefused ? whenIdle(RefusedDialog.prefetch) : undefined), [hasRefused])
  const bar = useBottomBarHeight()
  // Outside the app's root, which an open dialog makes inert.
  return (
    <>
      <KeepAccount />
      <RefusedDialog open={isRefusedOpen} onClose={() => setRefusedOpen(false)} />
      {createPortal(
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-60">
          <div ref={bar} className="pointer-events-auto">
            {/* The regions are there before their news, or some readers miss the first. */}
            <output className="block">{isReady && <NewVersionNote />}</output>
            <output className="block">
              {hasRefused && (
                <Note text={refusedText(refused)}>
                  <Button
                    size="sm"
                    variant="secondary"
                    // Above the open sheet, it keeps its place and takes the focus back.
                    className={isRefusedOpen ? 'invisible' : ''}
                    onClick={() => setRefusedOpen(true)}
                  >
                    Show
                  </Button>
                </Note>
              )}
            </output>
            <output className="block">
              {notStoredCount > 0 && <NotStoredNote count={notStoredCount} />}
            </output>
            <output className="block">
              {hasOfflineNote && <OfflineNote isAway={isOffline} failure={failure} />}
            </output>
          </div>
          {(isReady || hasRefused || hasOfflineNote || notStoredCount > 0) && (
            <div className={`h-[env(safe-area-inset-bottom)] ${hasOfflineNote ? 'bg-text' : 'bg-lifted'}`} />
          )}
        </div>,
        document.body,
      )}
    </>
  )
}

/** A sentence, and the buttons about it. */
const Note = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="border-t border-line bg-lifted">
    <div className="page-width flex flex-wrap items-center justify-end gap-x-2 gutter py-0.5">
      <p className="flex-1 text-secondary font-semibold">{text}</p>
      {children}
    </div>
  </div>
)

const NewVersionNote = () => (
  <Note text="A new version is ready.">
    <Button size="sm" onClick={takeNewVersion}>
      Reload
    </Button>
    <IconButton label="Later" icon={X} tone="muted" onClick={() => (newVersion.isReady = false)} />
  </Note>
)

/** A message counts as a change where there is anything else. */
function refusedText(commands: readonly PendingCommand[]): string {
  const count = new Set(commands.map(changeKeyOf)).size
  const was = count === 1 ? 'was' : 'were'
  return commands.every(({ params }) => params['conversationId'] !== undefined)
    ? `${formatCount(count, 'message')} ${was} not sent`
    : `${formatCount(count, 'change')} ${was} not accepted`
}

function NotStoredNote({ count }: { count: number }) {
  return (
    <p className="border-t border-line bg-lifted gutter py-1 text-center text-secondary font-semibold text-warning">{`${count === 1 ? 'One change is' : `${count} changes are`} not saved on this device. Leave this page open until${count === 1 ? ' it is sent.' : ' they are sent.'}`}</p>
  )
}

const EVERY_SECOND_MS = 1000

/** @param failure the server did not say whether the session lives, so it goes on (docs/decisions/0003) */
function OfflineNote({ isAway, failure }: { isAway: boolean; failure: string | null }) {
  const { isOffline } = useSnapshot(networkState)
  const now = useNow(EVERY_SECOND_MS)
  const since = showsNothing() ? null : oldestFetchTime()
  return (
    <p className="flex min-h-7 items-center justify-center gap-2 bg-text gutter py-1 text-center text-meta font-semibold text-background">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span className="text-balance">
        {isAway && (
          <span>
            {`${isOffline ? 'You are offline.' : 'No connection.'}${since === null ? '' : ` Showing what was here ${formatMoment(since, now)}.`}`}
          </span>
        )}{' '}
        {failure !== null && <span>{`${failure}. You stay logged in.`}</span>}
      </span>
    </p>
  )
}

/**
 * A trip that was never opened covers its list, and a history that was not loaded has only the title of its trip: nothing of
 * an earlier time is on the screen.
 */
function showsNothing(): boolean {
  if (location.pathname.endsWith('/history'))
    return !Object.keys(entries).some(
      (path) => isBelow(path, '/trips/:tripId/history') && isShown(path) && entries[path]?.data,
    )
  const tripId = tripIdIn(location.pathname)
  return tripId !== undefined && !entries[replicaPath(tripId)]?.data
}

/** Sets the height of the bar as a CSS property, for the layout of the screens. */
function useBottomBarHeight() {
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
