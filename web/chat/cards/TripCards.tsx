// The polls that were asked in a chat of a trip, and the cards of the trip in its first chat: read from its history while the chat is open, as far back as the messages are
// loaded, also from the offline cache. Loaded late: the messages come first.

import {
  CalendarDays,
  ChevronRight,
  HandCoins,
  LayoutList,
  type LucideIcon,
  Receipt,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Subject } from '#core/history/contract.ts'
import { listTripChats } from '#core/chat/tripChatContract.ts'
import type { CardRow, ChangeCard, Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { useCardChoice } from '#web/chat/cardChoice.ts'
import { type CardChoice, type Placing, cardsOf, withCards } from '#web/chat/engine/timeline/tripCards.ts'
import { PollCard, pollsIn } from '#web/chat/polls/PollCard.tsx'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'
import { ChangeSentence } from '#web/records/ChangeSentence.tsx'
import { subjectTabs } from '#web/records/subjectTabs.ts'
import { useHistoryPages } from '#web/records/useHistoryPages.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { WIDEST_PX, useWide } from '#web/ui/useWide.ts'

export interface ShownCards {
  place(rows: readonly Row[], placing: Omit<Placing, 'polls'>): readonly Row[]
  render(row: CardRow): ReactNode
}

interface TripCardsProps {
  conversationId: string
  /** Null of another conversation. */
  tripId: string | null
  /** Within the open trip, which follows its changes. */
  inTrip: boolean
  /** The time of the first loaded message; '' when all are loaded, null while there is none. */
  since: string | null
  onCards: (cards: ShownCards | null) => void
}

export function TripCards({ tripId, ...props }: TripCardsProps) {
  return tripId === null ? null : <CardsOfTrip {...props} tripId={tripId} />
}

const noCards: readonly ChangeCard[] = []

function CardsOfTrip({
  tripId,
  conversationId,
  inTrip,
  since,
  onCards,
}: TripCardsProps & { tripId: string }) {
  const [choice] = useCardChoice(conversationId)
  const chats = useQuery(listTripChats, { tripId })
  const first = chats.data?.chats.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  const isFirst = first?.id === conversationId
  const polls = useTripResponse(tripId, pollsIn)
  // The column beside it follows the trip as well.
  const isFollowed = useWide(WIDEST_PX) || inTrip
  useTripChanges(tripId, !isFollowed && polls.data !== null)
  const [cards, setCards] = useState(noCards)
  const isShown = isFirst && choice !== 'off'
  const shownCards = isShown ? cards : noCards
  const shown = useMemo((): ShownCards => {
    const asked = (polls.data ?? []).filter(
      ({ poll: { conversationId: id } }) =>
        id === conversationId || (isFirst && !chats.data?.chats.some((chat) => chat.id === id)),
    )
    return {
      place: (rows, placing) =>
        withCards(rows, shownCards, { ...placing, polls: asked.map(({ poll }) => poll) }),
      render(row) {
        if (row.type === 'card') return <CardOfTrip card={row.card} tripId={tripId} inTrip={inTrip} />
        const poll = asked.find(({ poll: { id } }) => id === row.key)
        return poll && <PollCard {...poll} tripId={tripId} />
      },
    }
  }, [polls.data, chats.data, shownCards, conversationId, isFirst, tripId, inTrip])
  const show = useEffectEvent(onCards)
  useEffect(() => show(shown), [shown])
  return isShown ? <ReadCards tripId={tripId} choice={choice} since={since} onCards={setCards} /> : null
}

interface ReadCardsProps extends Pick<TripCardsProps, 'since'> {
  tripId: string
  choice: CardChoice
  onCards: (cards: readonly ChangeCard[]) => void
}

function ReadCards({ tripId, choice, since, onCards }: ReadCardsProps) {
  const pages = useHistoryPages(tripId, { about: null, since: null })
  useReloadOnOpen(true, pages)
  const { entries, has_more: hasMore, more, isMissingMore } = pages
  const oldest = entries.at(-1)?.at
  const wantsMore = hasMore && !isMissingMore && oldest !== undefined && since !== null && since < oldest
  const readMore = useEffectEvent(() => void more())
  useEffect(() => {
    if (wantsMore) readMore()
  }, [wantsMore, entries.length])
  const cards = useMemo(() => cardsOf(entries, choice), [entries, choice])
  const show = useEffectEvent(onCards)
  useEffect(() => show(cards), [cards])
  return null
}

const icons: Record<Subject['type'], LucideIcon> = {
  trip: LayoutList,
  user: UsersRound,
  guest: UsersRound,
  activity: CalendarDays,
  expense: Receipt,
  contribution: Wallet,
  payment: HandCoins,
  chat: LayoutList,
  poll: LayoutList,
}

interface CardOfTripProps {
  card: ChangeCard
  tripId: string
  inTrip: boolean
}

function CardOfTrip({ card, tripId, inTrip }: CardOfTripProps) {
  const Icon = icons[card.subject]
  const [hash] = subjectTabs[card.subject]
  const isMixed = card.count > 1 && card.subject === 'trip'
  const href = isMixed ? paths.history(tripId) : `${paths.trip(tripId)}${hash}`
  return (
    <div className="flex justify-center gutter pt-2.5">
      <Anchor
        href={href}
        onClick={(event) => {
          if (!inTrip || isMixed) return
          event.preventDefault()
          requestDialog(hash === '' ? location.pathname : hash)
        }}
        className="flex min-h-11 w-full max-w-90 min-w-0 items-center gap-3 rounded-card border border-line bg-surface py-2 ps-2.5 pe-3 text-secondary transition-colors duration-press hover:bg-surface-2"
      >
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-primary-soft text-primary">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        {card.text === null ? <Addition card={card} /> : <Sentence {...card} text={card.text} />}
        {card.text !== null && (
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
        )}
      </Anchor>
    </div>
  )
}

const Sentence = ({ text, actor }: Pick<ChangeCard, 'actor'> & { text: string }) => (
  <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere" dir="auto">
    <ChangeSentence text={text} actor={actor} />
  </span>
)

function Addition({ card: { actor, title, figure, detail, isDeleted } }: Pick<CardOfTripProps, 'card'>) {
  const of = isDeleted ? 'text-muted line-through' : ''
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-3">
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          <span className="text-muted">
            <bdi>{actor.username}</bdi>
            {' added '}
          </span>
          <b className={`font-semibold ${of}`}>
            <bdi>{title}</bdi>
          </b>
        </span>
        {figure !== '' && <span className={`shrink-0 font-semibold tabular-nums ${of}`}>{figure}</span>}
      </span>
      <span className="block truncate text-muted">{isDeleted ? 'deleted' : <bdi>{detail}</bdi>}</span>
    </span>
  )
}
