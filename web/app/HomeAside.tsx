// The column beside the current trip in a wide window: the person's balances over all trips, unread conversations,
// invitations, and upcoming trips.

import type { ListedTrip } from '#core/trips/responses.ts'
import { useSnapshot } from 'valtio'
import { listInvitations } from '#core/trips/contract.ts'
import { useConversations } from '#web/chat/state/useChat.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { formatSignedMinor, formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { toMinorOrZero } from '#core/kernel/money.ts'
import { openBalance } from '#web/money/settlement/personalBalance.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import type { HomeAsideProps } from '#web/trips/home/HomeScreen.tsx'
import { openInvitations } from '#web/trips/joining/Invitations.tsx'
import { InvitationRows } from '#web/trips/joining/InvitationRows.tsx'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { MoneyFigure, textColorOf } from '#web/ui/Money.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'
import { ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { useNow } from '#web/platform/time/useNow.ts'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { List } from '#web/ui/lists/List.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

export function HomeAside({ trips, currentTrip, isEveryTrip, upcoming }: HomeAsideProps) {
  const open = useOpenBalances(trips, currentTrip)
  const { isLoaded, error } = useConversations()
  const invitations = useQuery(listInvitations, {}, openInvitations)
  const isOffline = isUnreachable(useSnapshot(networkState))
  const isReady = (isLoaded || error !== null) && (invitations.data !== null || invitations.error !== null)
  // All of it at once, so that nothing moves.
  if (!isReady && !isOffline) return null
  return (
    <>
      {isEveryTrip && open.length > 1 && <OpenBalances open={open} />}
      <UnreadConversations />
      <div className="empty:hidden">
        <InvitationRows expected={0} />
      </div>
      {upcoming}
    </>
  )
}

type OpenTrip = Pick<ListedTrip, 'id' | 'title' | 'destination' | 'currency'> & { net: number }

/** Trips with an open balance, accepted ones only; that of the current trip includes pending commands. */
function useOpenBalances(trips: readonly ListedTrip[], currentTrip: ListedTrip | undefined): OpenTrip[] {
  const myId = useMyId()
  const settlement = useTripResponse(currentTrip?.id ?? null, settlementIn.distributed).data
  return trips
    .filter(({ isInvited }) => !isInvited)
    .map((trip) => {
      const me =
        trip.id === currentTrip?.id ? settlement?.participants.find(({ id }) => id === myId) : undefined
      const net = me ? openBalance(me) : toMinorOrZero(trip.netBalance ?? 0, trip.currency)
      return { ...trip, net }
    })
    .filter(({ net }) => net !== 0)
}

/** With the sum of each currency in which more than one trip is open. */
function OpenBalances({ open }: { open: readonly OpenTrip[] }) {
  const sums = [...Map.groupBy(open, ({ currency }) => currency)]
    .filter(([, trips]) => trips.length > 1)
    .map(([currency, trips]) => ({
      currency,
      net: trips.reduce((sum, { net }) => sum + net, 0),
    }))
  return (
    <Card as="section" aria-label="Over all trips" className="rounded-sheet">
      {sums.length === 0 && <p className="mb-1 text-secondary text-muted">Over all trips</p>}
      {sums.map(({ currency, net }) => (
        <p key={currency} className="mb-2">
          <span className="block text-secondary text-muted">
            {net === 0 ? 'Over all trips you are even' : `Over all trips you ${net < 0 ? 'owe' : 'are owed'}`}
          </span>{' '}
          <MoneyFigure
            text={formatUnsignedMinor(net, currency)}
            className={`block text-page leading-8 ${textColorOf(net)}`}
          />
        </p>
      ))}
      <ul>
        {open.map((trip) => (
          <li key={trip.id}>
            <Anchor
              href={`${paths.trip(trip.id)}#money/settlement`}
              className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-field px-2 text-secondary hover:bg-text/5"
            >
              <CoverThumb trip={trip} className="size-7 rounded-control" />
              <bdi className="min-w-0 flex-1 truncate">{trip.title}</bdi>
              <span className={`font-semibold tabular-nums ${textColorOf(trip.net)}`}>
                {formatSignedMinor(trip.net, trip.currency)}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const UNREAD_SHOWN_AT_MOST = 3

/** The conversations with unread messages, newest first. */
function UnreadConversations() {
  const { conversations } = useConversations()
  const myId = useMyId()
  const now = useNow()
  const unread = conversations.filter(({ unread_count: count }) => count > 0).slice(0, UNREAD_SHOWN_AT_MOST)
  if (unread.length === 0) return null
  return (
    <section aria-label="Unread">
      <SectionTitle
        action={
          <LinkButton href={paths.chat} variant="quiet" size="sm">
            Chats
          </LinkButton>
        }
      >
        Unread
      </SectionTitle>
      <List label="Unread conversations">
        {unread.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} myId={myId} now={now} />
        ))}
      </List>
    </section>
  )
}
