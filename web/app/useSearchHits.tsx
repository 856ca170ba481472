// What a search over everything finds, by its kinds. Each kind has the words of its own list.

import { CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type MessageResponse, getConversation } from '#core/chat/contract.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { shownName } from '#core/kernel/personName.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import { namesOf } from '#core/money/roster.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { listUsers, searchUsers } from '#core/people/contract.ts'
import { peopleLimits } from '#core/people/limits.ts'
import { listTrips } from '#core/trips/contract.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { type ExistingTrip, itineraryResponse } from '#projections/replica/tripResponses.ts'
import { bestFirst, nextFirst, type SearchGroup, searchGroups } from '#web/app/searchGroups.ts'
import { findContacts } from '#web/chat/contacts/findContacts.ts'
import { useStartChat } from '#web/chat/contacts/useStartChat.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { useConversationSearch } from '#web/chat/list/useConversationSearch.ts'
import { excerptOf, foundMessagePath, useMessageSearch } from '#web/chat/messageSearch.tsx'
import { listTime } from '#web/chat/messageTimes.ts'
import { useConversations } from '#web/chat/state/useChat.ts'
import { timesText } from '#web/itinerary/activityLabels.ts'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { findExpenses, noConditions } from '#web/money/expenses/list/findExpenses.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { paths } from '#web/platform/page/paths.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { fetchTrips, heldTrips } from '#web/platform/replica/heldTrips.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { dotted, formatCount, formatDate, formatDateRange } from '#web/platform/time/format.ts'
import { useDebounced } from '#web/platform/time/useDebounced.ts'
import { useNow, useToday } from '#web/platform/time/useNow.ts'
import { tripFilter } from '#web/trips/list/useTripSearch.ts'
import { firstPage, PAGE } from '#web/trips/tripPages.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'

export interface SearchHit {
  key: string
  title: string
  detail: string
  /** An amount or a time. */
  end?: string
  leading: ReactNode
  /** A path, or what opens it. */
  target: string | (() => void)
}

interface SearchHits {
  text: string
  groups: SearchGroup<SearchHit>[]
  isSearching: boolean
  /** There is no network. */
  isAway: boolean
  /** The query to repeat; null where none failed. */
  failed: QueryState<unknown> | null
  /** How many of the listed trips this device does not hold. */
  missing: number
  /** Brings them onto the device. */
  fetchMissing: () => void
  isFetching: boolean
}

export function useSearchHits(typed: string): SearchHits {
  const text = typed.trim()
  const isAway = isUnreachable(useSnapshot(networkState))
  const trips = useFoundTrips(text)
  const people = useFoundPeople(text)
  const chats = useFoundChats(text)
  const held = useHeldTrips()
  const records = useFoundRecords(text, held.trips)
  const messages = useFoundMessages(text)
  const groups = searchGroups([
    { title: 'Trips', found: trips.hits },
    { title: 'People', found: people },
    { title: 'Chats', found: chats.hits },
    { title: 'Expenses', found: records.expenses },
    { title: 'Activities', found: records.activities },
    { title: 'Messages', found: messages.hits, hasMore: messages.hasMore },
  ])
  const states = [chats, messages]
  const missing = held.isRead ? trips.ids.filter((id) => !held.ids.has(id)) : []
  return {
    text,
    groups,
    isSearching: text !== '' && states.some(({ status }) => status === 'searching'),
    isAway,
    failed: states.find(({ status }) => status === 'failed')?.query ?? null,
    missing: missing.length,
    fetchMissing: () => held.fetch(missing),
    isFetching: held.isFetching,
  }
}

/** As many as one response has. */
const FURTHER = { limit: 100, offset: PAGE }

function useFoundTrips(text: string) {
  const today = useToday()
  const first = useQuery(listTrips, {}, firstPage).data
  const further = useQuery(listTrips, (first?.pagination.total ?? 0) > PAGE ? {} : null, FURTHER).data
  const trips = [...(first?.trips ?? []), ...(further?.trips ?? [])]
  const found = trips.filter(tripFilter(text) ?? (() => false))
  const hits = bestFirst(found, text, ({ title }) => title).map((trip): SearchHit => {
    const { id, title, destination, startDate, endDate } = trip
    return {
      key: `trip ${id}`,
      title,
      detail: dotted([destination, formatDateRange(startDate, endDate), tripTiming(trip, today)]),
      leading: <CoverThumb trip={trip} />,
      target: paths.trip(id),
    }
  })
  return { hits, ids: trips.filter(({ isInvited }) => !isInvited).map(({ id }) => id) }
}

/** Contacts, and whom the server finds besides. */
function useFoundPeople(text: string): SearchHit[] {
  const myId = useMyId()
  const { start } = useStartChat()
  const contacts = useQuery(listUsers).data?.data ?? []
  const asked = useDebounced(text)
  const isAsked = asked.length >= peopleLimits.search.min
  const others = useQuery(searchUsers, isAsked ? {} : null, { q: asked }).data?.users ?? []
  if (text === '') return []
  const known = new Set(contacts.map(({ id }) => id))
  const people = [
    ...findContacts(contacts, text),
    ...(asked === text ? others.filter(({ id }) => !known.has(id)) : []),
  ]
  return bestFirst(
    people.filter(({ id }) => id !== myId),
    text,
    shownName,
  ).map((person) => {
    const name = shownName(person)
    return {
      key: `person ${person.id}`,
      title: name,
      detail: dotted([name !== person.username && `@${person.username}`, person.email]),
      leading: <Avatar id={person.id} name={name} />,
      target: () => start(person),
    }
  })
}

/** Groups and the chats of trips: that with a person opens from the person. */
function useFoundChats(text: string) {
  const myId = useMyId()
  const search = useConversationSearch(text)
  const found = search?.found.filter(({ type }) => type !== 'direct') ?? []
  const hits = bestFirst(found, text, ({ name }) => name).map((conversation): SearchHit => ({
    key: `chat ${conversation.id}`,
    title: conversation.name,
    detail: conversation.trip?.title ?? formatCount(conversation.participants.length, 'participant'),
    leading: <ConversationAvatar conversation={conversation} myId={myId} />,
    target: paths.conversation(conversation.id),
  }))
  return { hits, status: search?.status ?? 'done', query: search?.query ?? null }
}

/** The trips of this device as they were when the search was opened. */
function useHeldTrips() {
  const myId = useMyId()
  const [trips, setTrips] = useState<readonly ExistingTrip[]>([])
  const [isRead, setRead] = useState(false)
  const [isFetching, setFetching] = useState(false)
  const [reads, readAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const held: ExistingTrip[] = []
      for await (const trip of heldTrips(myId)) {
        if (isOver) return
        held.push(trip)
        setTrips((before) => (before.length > held.length ? before : [...held]))
      }
      if (!isOver) setRead(true)
    }
    void read()
    return () => {
      isOver = true
    }
  }, [myId, reads])
  const fetch = (ids: readonly string[]) => {
    setFetching(true)
    void fetchTrips(ids, myId).then(() => {
      setFetching(false)
      readAgain()
    })
  }
  return { trips, isRead, ids: new Set(trips.map(({ trip }) => trip.id)), isFetching, fetch }
}

function useFoundRecords(text: string, trips: readonly ExistingTrip[]) {
  const today = useToday()
  const all = useMemo(
    () =>
      trips.map((documents) => {
        const { id, details } = documents.trip
        return {
          id,
          title: details.title,
          named: namesOf(documents.trip),
          expenses: expenseRecords(documents).map((record) => ({ record, commands: [], isAbsent: false })),
          activities: itineraryResponse(documents).items.map((item) => ({
            item,
            date: item.date,
            words: searchable([item.title, item.location ?? '', item.description ?? '']),
          })),
        }
      }),
    [trips],
  )
  return useMemo(() => {
    const matches = wordMatcher(text)
    if (!matches) return { expenses: [], activities: [] }
    const expenses = all.flatMap(({ id, title, named, expenses }) =>
      findExpenses(expenses, { ...noConditions, search: text }, named).map(({ record }) => ({
        ...{ record, tripId: id, trip: title },
      })),
    )
    const activities = all.flatMap(({ id, title, activities }) =>
      activities
        .filter(({ words }) => matches(words))
        .map(({ item, date }) => ({ item, date, tripId: id, trip: title })),
    )
    const newest = expenses.toSorted((a, b) => (a.record.expenseDate < b.record.expenseDate ? 1 : -1))
    const byDate = activities.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    return {
      expenses: bestFirst(newest, text, ({ record }) => record.description).map(
        ({ record, tripId, trip }): SearchHit => ({
          key: `expense ${record.id}`,
          title: record.description,
          detail: dotted([trip, formatDate(record.expenseDate)]),
          end: formatMinor(signedAmount(record), record.currency),
          leading: <CategoryIcon category={record.category} />,
          target: `${paths.trip(tripId)}#expenses/${record.id}`,
        }),
      ),
      activities: bestFirst(nextFirst(byDate, today), text, ({ item }) => item.title).map(
        ({ item, tripId, trip }): SearchHit => ({
          key: `activity ${item.id}`,
          title: item.title,
          detail: dotted([trip, item.location]),
          end: `${formatDate(item.date)}, ${timesText({ ...item, endTime: null })}`,
          leading: (
            <span className="inline-flex size-10 items-center justify-center rounded-field bg-surface-2">
              <CalendarDays className="size-5 text-muted" />
            </span>
          ),
          target: `${paths.trip(tripId)}#itinerary/${item.date}`,
        }),
      ),
    }
  }, [all, text, today])
}

function useFoundMessages(text: string) {
  const myId = useMyId()
  const now = useNow()
  const { conversations } = useConversations()
  const { messages, hasMore, status, query } = useMessageSearch(text)
  const hits = messages.map((message): SearchHit => {
    const { conversation_id: conversationId, sender, content, created_at: at } = message
    const known = conversations.find(({ id }) => id === conversationId)
    const by = sender.id === myId ? 'You: ' : known?.type === 'direct' ? '' : `${sender.username}: `
    return {
      key: `message ${conversationId} ${message.id}`,
      title: known?.name ?? sender.username,
      detail: `${by}${excerptOf(content, text)}`,
      end: listTime(Date.parse(at), now),
      leading: <MessageFace message={message} />,
      target: foundMessagePath(message, text),
    }
  })
  return { hits, hasMore, status, query }
}

/** Of a conversation that the list does not have yet, it is fetched. */
function MessageFace({ message: { conversation_id: conversationId, sender } }: { message: MessageResponse }) {
  const myId = useMyId()
  const { conversations } = useConversations()
  const known = conversations.find(({ id }) => id === conversationId)
  const fetched = useQuery(getConversation, known ? null : { conversationId }).data?.conversation
  const conversation = known ?? fetched
  return conversation ? (
    <ConversationAvatar conversation={conversation} myId={myId} />
  ) : (
    <Avatar id={sender.id} name={sender.username} />
  )
}
