// One search over trips, people, chats, expenses, activities and messages: at once over what this device holds, then over
// what the server has. A hit leads to the thing itself.

import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { CloudOff, Search } from 'lucide-react'
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { chatLimits } from '#core/chat/limits.ts'
import type { SearchGroup } from '#web/app/searchGroups.ts'
import { type SearchHit, useSearchHits } from '#web/app/useSearchHits.tsx'
import { withMarkedWords } from '#web/chat/messageSearch.tsx'
import { formatCount } from '#web/platform/time/format.ts'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Key } from '#web/ui/buttons/Key.tsx'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { useAbovePanes } from '#web/ui/dialogs/layers.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { useDialogFocus } from '#web/ui/dialogs/useDialogFocus.ts'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'

export function SearchDialog({ open, onClose }: DialogState) {
  const { shown, panel } = useDialogFocus(open)
  useAbovePanes(shown)
  return (
    <HeadlessDialog open={shown} onClose={onClose} className="visible-area z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-fade data-closed:opacity-0"
      />
      <div className="absolute inset-0 flex items-start justify-center px-4 pt-[min(12vh,96px)] pb-6">
        <DialogPanel
          ref={panel}
          className="flex max-h-full w-full max-w-[640px] flex-col overflow-hidden rounded-sheet bg-lifted shadow-sheet"
        >
          <DialogTitle className="sr-only">Search everything</DialogTitle>
          {/* Each opening begins anew. */}
          {shown && <SearchPanel onClose={onClose} />}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

/** Over 80 lines, because it connects the field, its keys and the list. */
function SearchPanel({ onClose }: Pick<DialogState, 'onClose'>) {
  const id = useId()
  const navigate = use(Navigation)
  const [typed, setTyped] = useState('')
  const { text, groups, isSearching, isAway, failed, missing, fetchMissing, isFetching } =
    useSearchHits(typed)
  const [chosen, choose] = useState<string | null>(null)
  const hits = groups.flatMap(({ hits }) => hits)
  const index = Math.max(
    0,
    hits.findIndex(({ key }) => key === chosen),
  )
  const active = hits[index]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])
  const open = (hit: SearchHit) => {
    onClose()
    if (typeof hit.target === 'string') navigate?.(hit.target)
    else hit.target()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      choose(hits[(index + step + hits.length) % hits.length]!.key)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      open(active)
    }
  }
  const isEmpty = text !== '' && hits.length === 0
  return (
    <>
      <div className="flex min-h-15 shrink-0 items-center gap-3 px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id} ${active.key}`.replaceAll(' ', '-')}
          placeholder="Search trips, people, expenses, activities and messages"
          autoComplete="off"
          spellCheck={false}
          maxLength={chatLimits.search.max}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            choose(null)
          }}
          onKeyDown={press}
          className="min-w-0 flex-1 bg-transparent text-body text-ellipsis outline-none"
        />
        {isSearching && (
          <span className="text-muted">
            <Spinner />
          </span>
        )}
        <Key>Esc</Key>
      </div>
      <div ref={list} className="min-h-0 overflow-y-auto overscroll-contain border-t border-line">
        <div id={`${id}-hits`} role="listbox" aria-label="Found" className="px-2 not-empty:pb-2">
          {groups.map((group) => (
            <Group key={group.title} {...{ id, group, text, open, choose }} activeKey={active?.key} />
          ))}
        </div>
        {isEmpty && !isSearching && (
          <p className="px-4 py-6 text-center text-muted">
            Nothing has “<bdi>{text}</bdi>
            <span>”</span>
          </p>
        )}
        {failed && (
          <div className="px-4 py-2">
            <RetryBanner query={failed}>Failed to search. Only this device was searched.</RetryBanner>
          </div>
        )}
      </div>
      <div className="grid gap-1.5 border-t border-line px-4 py-2.5 text-meta text-muted">
        {isAway && (
          <p className="flex items-center gap-2">
            <CloudOff aria-hidden className="size-4 shrink-0" />
            <span>No connection. Only this device is searched.</span>
          </p>
        )}
        {missing > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <span>{`The expenses and activities of ${formatCount(missing, 'trip')} are not on this device.`}</span>
            {!isAway && (
              <Button variant="quiet" size="sm" busy={isFetching} onClick={fetchMissing}>
                {`Search ${missing === 1 ? 'it' : 'them'}, too`}
              </Button>
            )}
          </div>
        )}
        <p aria-hidden className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="flex items-center gap-1.5">
            <Key>↑</Key>
            <Key>↓</Key>
            <span>Choose</span>
          </span>
          <span className="flex items-center gap-1.5">
            <Key>Enter</Key>
            <span>Open</span>
          </span>
        </p>
      </div>
      <output className="sr-only">
        {text === '' || isSearching ? '' : isEmpty ? `Nothing has “${text}”` : `${hits.length} found`}
      </output>
    </>
  )
}

interface GroupProps {
  id: string
  group: SearchGroup<SearchHit>
  text: string
  activeKey: string | undefined
  open: (hit: SearchHit) => void
  choose: (key: string) => void
}

function Group({ id, group: { title, hits, count }, text, activeKey, open, choose }: GroupProps) {
  const titleId = `${id}-${title}`
  const marked = (of: string) =>
    withMarkedWords(of, text, (word) => <b className="font-bold text-text">{word}</b>).map((part, n) => (
      <span key={n}>{part}</span>
    ))
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} role="presentation" className="px-2 pt-3 pb-1 text-meta font-semibold text-muted">
        <span>{title}</span>{' '}
        {count !== `${hits.length}` && (
          <span className="font-normal tabular-nums">{`${hits.length} of ${count}`}</span>
        )}
      </p>
      {hits.map((hit) => (
        // The field keeps the focus and has the keys.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div
          key={hit.key}
          id={`${id} ${hit.key}`.replaceAll(' ', '-')}
          role="option"
          aria-selected={hit.key === activeKey}
          onClick={() => open(hit)}
          onPointerMove={() => hit.key !== activeKey && choose(hit.key)}
          className="flex min-h-13 cursor-pointer items-center gap-3 rounded-field px-2 py-1.5 aria-selected:bg-primary-soft"
        >
          <span aria-hidden className="flex shrink-0">
            {hit.leading}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              <bdi>{marked(hit.title)}</bdi>
            </span>
            <span className="block truncate text-secondary text-muted empty:hidden">
              {hit.detail !== '' && <bdi>{marked(hit.detail)}</bdi>}
            </span>
          </span>
          {hit.end !== undefined && (
            <span className="shrink-0 text-secondary text-muted tabular-nums">{hit.end}</span>
          )}
        </div>
      ))}
    </div>
  )
}
