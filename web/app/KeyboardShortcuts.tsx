// Keyboard shortcuts of a wide window, and the buttons in the rail: one lists them, one searches everything. Those without
// Ctrl or ⌘ can be switched off, because speech input would press them with every word.

import { Search } from 'lucide-react'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { takeEarlyKeys } from '#web/platform/page/earlyKeys.ts'
import { paths } from '#web/platform/page/paths.ts'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { switchShortcuts, useShortcuts } from '#web/platform/page/useShortcuts.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { openFromFocus } from '#web/ui/dialogs/dialogOpener.ts'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'
import { Key } from '#web/ui/buttons/Key.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'

const SearchDialog = lazyDialog(async () => (await import('#web/app/SearchDialog.tsx')).SearchDialog)

const isMac = /Macintosh/.test(navigator.userAgent)
const searchKey = isMac ? '⌘K' : 'Ctrl K'

/** After g. */
const screens: Record<string, string> = {
  h: paths.app,
  c: paths.chat,
  o: paths.contacts,
  t: paths.travel,
  p: paths.profile,
}

const descriptions = [
  [searchKey, 'Search everything'],
  ['/', 'Search this screen'],
  ['n', 'New expense, in an open trip'],
  ['c', 'Chat of the open trip, or your chats'],
  ['g h', 'Home'],
  ['g c', 'Chats'],
  ['g o', 'Contacts'],
  ['g t', 'Travel'],
  ['g p', 'Profile'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const

export function KeyboardShortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const isOn = useShortcuts()
  useKeyboardShortcuts(isOn, () => setOpen(true))
  useSearchKey(() => setSearching(true))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={`Search everything (${searchKey})`}
        onClick={() => setSearching(true)}
        {...SearchDialog.prefetchProps}
        className="mt-auto flex min-h-11 w-full items-center justify-center gap-2.5 rounded-field px-3 text-secondary text-muted hover:bg-text/5 hover:text-text xl:justify-start"
      >
        <Search aria-hidden className="size-5 shrink-0" />
        <span className="max-xl:sr-only">Search</span>
        <span aria-hidden className="ms-auto max-xl:hidden">
          <Key>{searchKey}</Key>
        </span>
      </button>
      <SearchDialog open={isSearching} onClose={() => setSearching(false)} />
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center justify-center gap-2.5 rounded-field px-3 text-secondary text-muted hover:bg-text/5 hover:text-text xl:justify-start"
      >
        <Key>?</Key>
        <span className="max-xl:sr-only">Keys</span>
      </button>
      <ErrorBoundary dialog={{ open: isOpen, onClose: () => setOpen(false) }}>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="sm">
          <Switch
            label="Use keyboard shortcuts"
            checked={isOn}
            onChange={() => switchShortcuts(!isOn)}
            data-autofocus
          />
          <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
            {descriptions.map(([keys, description]) => (
              <div key={keys} className="contents">
                <dt className="flex gap-1">
                  {(keys === searchKey ? [keys] : keys.split(' ')).map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </ErrorBoundary>
    </>
  )
}

/** Also from a field, whose text stays; not above a dialog or a menu, which would be left. */
function useSearchKey(open: () => void): void {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The code comes before the letter.
      if (event.key === 'Control' || event.key === 'Meta') SearchDialog.prefetch()
      const isPressed = (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
      if (!isPressed || event.key.toLowerCase() !== 'k' || isCovered()) return
      event.preventDefault()
      openFromFocus()
      openNow()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** How soon the second key of a shortcut follows the first. */
const SECOND_KEY_WITHIN_MS = 1500

function useKeyboardShortcuts(isOn: boolean, list: () => void): void {
  const navigate = use(Navigation)
  const press = useEffectEvent((key: string, isSecond: boolean): boolean => {
    const isInTrip = document.querySelector('.pane.page') !== null
    const screen = screens[key]
    if (isSecond) {
      if (screen !== undefined) navigate?.(screen)
      return screen !== undefined
    }
    if (key === '?') list()
    else if (key === '/') return search(isInTrip)
    else if (key === 'c' && isInTrip) openChat()
    else if (key === 'c') navigate?.(paths.chat)
    else if (key === 'n' && isInTrip) requestDialog('#expenses/add')
    else return false
    return true
  })
  useEffect(() => {
    if (!isOn) return undefined
    let gPressedAt = -Infinity
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping()) return
      const isSecond = event.timeStamp - gPressedAt < SECOND_KEY_WITHIN_MS
      gPressedAt = event.key === 'g' ? event.timeStamp : -Infinity
      if (press(event.key, isSecond)) event.preventDefault()
    }
    takeEarlyKeys().forEach(listen)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isOn])
}

/** Also in a dialog that covers the page: a key does not reach what is behind it. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, select') === true ||
  isCovered()

const isCovered = () => document.querySelector('[aria-modal=true], [role=menu]') !== null

/** Goes to the composer of a chat of the trip that is open, else to the chats of the trip. */
function openChat(): void {
  const composer = document.querySelector<HTMLElement>('.pane.page textarea')
  if (composer) composer.focus()
  else requestDialog('#chat')
}

/** Focuses the search field of the screen, else opens that of the trip's expenses, else shows that of the screen. */
function search(isInTrip: boolean): boolean {
  const field = [...document.querySelectorAll<HTMLElement>('input[type=search]')].findLast(
    (input) => !input.closest('[inert]'),
  )
  const opener = document.querySelector<HTMLElement>('[data-opens-search]')
  if (field) field.focus()
  else if (isInTrip) requestDialog('#expenses/search')
  else opener?.click()
  return field !== undefined || isInTrip || opener !== null
}
