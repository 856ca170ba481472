// The search within an open conversation: the field in place of its head, and in place of the composer which hit is shown,
// with the ways to the others.

import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { chatLimits } from '#core/chat/limits.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import { isWorthSearching, useMessageSearch, withMarkedWords } from '#web/chat/messageSearch.tsx'
import { clockTime, dayLabel } from '#web/chat/messageTimes.ts'
import type { SearchWithin } from '#web/chat/view/useSearchWithin.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'

/** What the list of messages shows of a search. */
export interface ShownHit {
  /** The id of the message. */
  id: string
  mark: (text: string) => ReactNode
}

interface SearchWithinBarProps {
  conversationId: string
  search: SearchWithin
  onEnd: () => void
  onShow: (hit: ShownHit | null) => void
}

export function SearchWithinBar({ conversationId, search, onEnd, onShow }: SearchWithinBarProps) {
  const [text, setText] = useState(search.text)
  const [at, setAt] = useState(search.at)
  const found = useMessageSearch(text, conversationId)
  const { messages, hasMore, status, loadMore, isLoadingMore, hasFailedMore } = found
  const foundAt = messages.findIndex(({ id }) => id === at)
  // A search of all conversations has led to a hit that is further up than what was loaded.
  const isSought = at !== null && foundAt === -1 && !hasFailedMore
  const isFurtherUp = isSought && (hasMore || status === 'searching')
  const index = Math.max(0, foundAt)
  const hit = isFurtherUp ? undefined : messages[index]
  const seek = useEffectEvent(() => void loadMore())
  useEffect(() => {
    if (isFurtherUp && !isLoadingMore) seek()
  }, [isFurtherUp, isLoadingMore, messages])
  const shownId = hit?.id ?? (text === search.text ? search.at : null)
  const show = useEffectEvent(() => {
    const mark = (content: string) =>
      withMarkedWords(content, text, (word) => (
        <mark className="rounded-sm bg-warning-soft font-semibold text-text">{word}</mark>
      )).map((part, n) => <span key={n}>{part}</span>)
    onShow(shownId === null ? null : { id: shownId, mark })
  })
  useEffect(() => show(), [shownId, text])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Under a keyboard little would be seen of what was found.
    if (search.text === '') form.current?.querySelector('input')?.focus()
  }, [search.text])
  const end = useEffectEvent(() => onShow(null))
  useEffect(() => () => end(), [])

  const step = (by: 1 | -1) => {
    const next = messages[index + by]
    if (next) setAt(next.id)
    else if (by === 1 && hasMore) void loadMore().then((first) => first && setAt(first.id))
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'F3' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape') onEnd()
    else step(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <form
        ref={form}
        role="search"
        aria-label="This conversation"
        data-conversation-search
        className="absolute inset-x-0 top-0 z-30 border-b border-line bg-surface pt-safe"
        onSubmit={(event) => {
          event.preventDefault()
          step(1)
        }}
      >
        <div className="page-width flex min-h-(--top-bar) items-center gap-1 gutter py-1">
          <IconButton label="End the search" icon={ArrowLeft} className="-ms-2.5" onClick={onEnd} />
          <div className="min-w-0 flex-1">
            <SearchField
              label="Search in this conversation"
              value={text}
              onChange={(typed) => {
                setText(typed)
                setAt(null)
                // The cross of an empty field.
                if (typed === '' && text === '') onEnd()
              }}
              maxLength={chatLimits.search.max}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !event.shiftKey) return
                event.preventDefault()
                step(-1)
              }}
              className="[&>span]:min-h-11.5 [&>span]:border-transparent [&>span]:bg-surface-2"
            />
          </div>
        </div>
      </form>
      <div className="border-t border-line bg-surface">
        <div className="page-width flex min-h-15 items-center gap-1 gutter">
          <output className="min-w-0 flex-1 truncate text-secondary text-muted">
            <Place
              {...{ hit, text }}
              status={isFurtherUp ? 'searching' : status}
              place={`${index + 1} of ${messages.length}${hasMore ? '+' : ''}`}
            />
          </output>
          <IconButton
            label="Earlier hit"
            icon={ChevronUp}
            disabled={!hit || (index + 1 >= messages.length && (!hasMore || isLoadingMore))}
            onClick={() => step(1)}
          />
          <IconButton
            label="Later hit"
            icon={ChevronDown}
            disabled={index === 0}
            onClick={() => step(-1)}
            className="-me-2.5"
          />
        </div>
      </div>
    </>
  )
}

interface PlaceProps {
  hit: MessageResponse | undefined
  status: 'searching' | 'done' | 'failed' | 'away'
  text: string
  /** '2 of 5' */
  place: string
}

function Place({ hit, status, text, place }: PlaceProps) {
  const myId = useMyId()
  const now = useNow()
  const isPart = status === 'away' || status === 'failed'
  if (!hit) {
    if (!isWorthSearching(text.trim())) return <span>Type two letters or more</span>
    if (status === 'searching') return <span>Searching...</span>
    return (
      <>
        Nothing has “<bdi>{text.trim()}</bdi>
        <span>{`”${isPart ? ' on this device' : ''}`}</span>
      </>
    )
  }
  const day = dayLabel(calendarDateOf(new Date(hit.created_at)), now)
  return (
    <>
      <b className="font-semibold text-text">{place}</b>
      {' · '}
      <bdi>{hit.sender.id === myId ? 'you' : hit.sender.username}</bdi>
      <span>{`, ${/^(?:Today|Yesterday)$/.test(day) ? day.toLowerCase() : day} ${clockTime(Date.parse(hit.created_at))}`}</span>
      {isPart && <span> · Only this device was searched.</span>}
    </>
  )
}
