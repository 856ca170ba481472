// The first minute of a person who joined a trip by a link, above its overview: what comes next, what they owe or are owed,
// and one press to say hello. Then the offer to keep an account that has no password.

import { MessagesSquare, Plus, X } from 'lucide-react'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { listTripChats, type TripChatResponse } from '#core/chat/tripChatContract.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { ConversationAvatar } from '#web/chat/ConversationAvatar.tsx'
import { lastMessageText } from '#web/chat/messagePreview.ts'
import { listTime } from '#web/chat/messageTimes.ts'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { personalBalanceOf } from '#web/money/settlement/personalBalance.ts'
import { Why } from '#web/money/why/Why.tsx'
import { requestDialog } from '#web/platform/forms/useRequestedDialog.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { openKeepAccount } from '#web/platform/session/keepingAccount.ts'
import { useMe } from '#web/platform/session/useMyId.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { hideAccountCard, type JoinedTrip, useFirstMinute } from '#web/trips/joining/joinedTrip.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { UnreadBadge } from '#web/ui/feedback/UnreadBadge.tsx'
import { ListRow } from '#web/ui/lists/List.tsx'
import { MoneyFigure } from '#web/ui/Money.tsx'

export function FirstMinute({ trip }: { trip: TripResponse }) {
  const first = useFirstMinute(trip.id)
  return (
    first && (
      <>
        {first.isGreeted && <Greeting trip={trip} joined={first.joined} />}
        {first.offersPassword && <AccountCard />}
      </>
    )
  )
}

interface GreetingProps {
  trip: TripResponse
  joined: JoinedTrip
}

function Greeting({ trip, joined }: GreetingProps) {
  const me = useMe()
  const settlement = useTripResponse(trip.id, settlementIn.distributed).data
  const chats = useQuery(listTripChats, { tripId: trip.id })
  useReloadOnOpen(true, chats)
  const isKnown = settlement !== null && (chats.data !== null || chats.error !== null)
  const chat = chats.data?.chats[0]
  return (
    <section aria-labelledby="hello">
      <h3 id="hello" className="text-title font-semibold wrap-anywhere">
        Hello, <bdi>{firstWord(me.username)}</bdi>!
      </h3>
      <p className="text-secondary text-muted">What was shared with you so far is already here.</p>
      <div className="mt-3">
        {isKnown ? (
          <ul
            className={`divide-y divide-line rounded-card border border-line bg-surface ${chat ? '*:nth-last-2:border-b-0!' : ''}`}
          >
            <NextActivityRow trip={trip} />
            <BalanceRow trip={trip} settlement={settlement} joined={joined} />
            {chat && <ChatRow chat={chat} />}
            <li className={`px-4 pb-4 ${chat ? '' : 'pt-3.5'}`}>
              {chat ? (
                <Button
                  icon={MessagesSquare}
                  className="w-full"
                  onClick={() => requestDialog(`#chat/${chat.id}`)}
                >
                  Say hello
                </Button>
              ) : (
                <Button icon={Plus} className="w-full" onClick={() => requestDialog('#expenses/add')}>
                  Add Expense
                </Button>
              )}
            </li>
          </ul>
        ) : (
          <SkeletonList rows={3} label="Loading trip..." />
        )}
      </div>
    </section>
  )
}

const firstWord = (name: string): string => name.split(/\s+/u).find((word) => word !== '') ?? name

interface BalanceRowProps extends Pick<GreetingProps, 'trip' | 'joined'> {
  settlement: NamedSettlement
}

/** The organizer's answer to the person's claim to be a guest; null while there is none. */
const answerToClaim = ({ trip }: ExistingTrip, userId: string): 'yes' | 'no' | null => {
  if (trip.claimedGuests.some(({ user }) => user.id === userId)) return 'yes'
  return trip.guestClaims.some(({ user, isDeclined }) => user.id === userId && isDeclined) ? 'no' : null
}

function BalanceRow({ trip, settlement, joined }: BalanceRowProps) {
  const me = useMe()
  const balance = personalBalanceOf(settlement, me.id, trip.currency)
  const answer = useTripResponse(trip.id, answerToClaim).data
  if (joined.claim === 'asked' && answer === null)
    return (
      <ListRow
        title="Your balance"
        detail={`${joined.organizer} has to confirm that you are ${joined.guest}`}
      />
    )
  const kept =
    answer === 'no' ? `${joined.organizer} kept you and the guest ${joined.guest} apart` : undefined
  if (balance === null || balance.status === 'settled')
    return <ListRow title="Nothing is open yet" note={kept} />
  return (
    <ListRow
      note={kept}
      title={
        <>
          <span className="block text-secondary font-normal text-muted">
            {balance.status === 'owes' ? 'You owe' : 'You are owed'}
          </span>{' '}
          <MoneyFigure
            text={formatUnsignedMinor(balance.amount, trip.currency)}
            className={`block text-section leading-8 ${balance.status === 'owes' ? 'text-danger' : 'text-success'}`}
          />
        </>
      }
      actions={
        <span className="pe-2">
          <Why trip={trip} person={{ id: me.id, name: me.username, type: 'user' }} figure="netBalance" isLink>
            Why
          </Why>
        </span>
      }
    />
  )
}

function ChatRow({ chat }: { chat: TripChatResponse }) {
  const me = useMe()
  const now = useNow()
  const { last_message: last, unread_count: unread } = chat
  return (
    <ListRow
      onPress={() => requestDialog(`#chat/${chat.id}`)}
      leading={<ConversationAvatar conversation={chat} myId={me.id} />}
      title={chat.name}
      detail={
        last ? (
          <span className="line-clamp-1">
            {last.sender.id === me.id ? <span>You</span> : <bdi>{last.sender.username}</bdi>}:{' '}
            <bdi>{lastMessageText(last)}</bdi>
          </span>
        ) : (
          'No messages yet'
        )
      }
      trailing={
        <span className="grid justify-items-end gap-1">
          {last && (
            <time dateTime={chat.updated_at} className="text-meta whitespace-nowrap text-accent tabular-nums">
              {listTime(Date.parse(chat.updated_at), now)}
            </time>
          )}
          <UnreadBadge count={unread} />
        </span>
      }
    />
  )
}

/** One person's only way back to their trips, so it comes after what they came for, and goes with one press. */
const AccountCard = () => (
  <section
    aria-label="Keep your account"
    className="flex items-start gap-2 rounded-card bg-primary-soft py-2.5 ps-4 pe-1.5"
  >
    <div className="min-w-0 flex-1 pt-1.5 pb-1.5">
      <p className="text-secondary">
        <b className="font-semibold">Keep your account:</b> add a password, so that you can sign in on another
        device
      </p>
      <Button
        size="sm"
        variant="secondary"
        className="mt-2.5 bg-surface! not-dark:shadow-none"
        onClick={() => openKeepAccount()}
      >
        Add a password
      </Button>
    </div>
    <IconButton label="Not now" icon={X} onClick={hideAccountCard} />
  </section>
)
