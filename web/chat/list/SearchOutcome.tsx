// What a search of conversations says below the ones it has found: that it goes on, failed, or found nothing.

import { ConversationRowsSkeleton } from '#web/chat/list/ConversationRowsSkeleton.tsx'
import type { ConversationSearch } from '#web/chat/list/useConversationSearch.ts'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

interface SearchOutcomeProps {
  search: ConversationSearch
  /** The list shows already that it could not be read. */
  isFailureShown: boolean
}

export function SearchOutcome({ search, isFailureShown }: SearchOutcomeProps) {
  const { status, found, query } = search
  return (
    <>
      {status === 'searching' && (
        <ConversationRowsSkeleton rows={found.length === 0 ? 3 : 1} label="Searching..." />
      )}
      {status === 'failed' && !isFailureShown && (
        <RetryBanner query={query}>
          Failed to search conversations. Only those on this device were searched.
        </RetryBanner>
      )}
      <output className="text-center text-secondary text-muted not-empty:py-2 empty:sr-only">
        <Note {...search} />
      </output>
    </>
  )
}

function Note({ status, found, text, more }: ConversationSearch) {
  if (found.length > 0) {
    if (status === 'away') return <span>Only the conversations on this device were searched.</span>
    if (status !== 'done' || more === 0) return null
    return <span>{`and ${more} more: type more of a name to find them`}</span>
  }
  if (status !== 'done' && status !== 'away') return null
  return (
    <>
      No conversations found for “<bdi>{text}</bdi>
      <span>{`”${status === 'away' ? ' on this device' : ''}`}</span>
    </>
  )
}
