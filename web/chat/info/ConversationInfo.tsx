// What belongs to a conversation beside its messages: its people, its trip, what it is about, and what one may do with it. A
// dialog on a phone, a column of its own in the widest window.

import { Bell, BellOff, ChevronDown, LogOut, Pencil, Search, UserPlus } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  type ConversationResponse,
  leaveGroup,
  removeFromGroup,
  muteConversation,
} from '#core/chat/contract.ts'
import { isMuted, type MuteSetting } from '#core/chat/mutes.ts'
import { listTrips } from '#core/trips/contract.ts'
import { meFirst, otherPersonOf } from '#web/chat/ConversationAvatar.tsx'
import { CardChoiceRow } from '#web/chat/info/CardChoiceRow.tsx'
import { groupCommand } from '#web/chat/info/groupCommands.ts'
import { SharedPhotos } from '#web/chat/info/SharedPhotos.tsx'
import { LazyAddPeopleDialog, LazyEditGroupDialog } from '#web/chat/info/LazyGroupDialogs.ts'
import { PresenceDot, presenceText, presenceWords } from '#web/chat/Presence.tsx'
import { usePresenceOf } from '#web/chat/state/useChat.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { outbox } from '#web/platform/outbox/outbox.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { formatClock, formatCount } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { failures } from '#web/records/failures.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Menu } from '#web/ui/buttons/Menu.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cover, CoverThumb } from '#web/ui/cover/Cover.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { InlineSelect } from '#web/ui/fields/SelectField.tsx'
import { List, ListRow } from '#web/ui/lists/List.tsx'

interface ConversationInfoProps {
  conversation: ConversationResponse
  myId: string
  /** Whose row is shown and has the focus. */
  personId?: string | null
  /** Opens the search within it; in the column the head beside it has that. */
  onSearch?: () => void
}

/** @param conversation null while it is unknown */
export function ConversationInfoDialog({
  conversation,
  myId,
  personId = null,
  onSearch,
  ...state
}: DialogState &
  Omit<ConversationInfoProps, 'conversation'> & { conversation: ConversationResponse | null }) {
  if (!conversation) return null
  const { trip, trip_id: tripId, name } = conversation
  return (
    <Dialog {...state} title={name} cards>
      {trip && tripId !== null && (
        <div className="-mx-(--gutter) -mt-5 mb-4">
          <Cover trip={{ id: tripId, destination: trip.destination }} sceneClassName="h-26" fit="slice" />
        </div>
      )}
      {/* Or its select would have the focus, as the first field of a form. */}
      <div tabIndex={-1} data-autofocus={personId === null || undefined} className="grid gap-4 outline-none">
        {trip && tripId !== null && (
          <List>
            <ListRow
              href={paths.trip(tripId)}
              leading={
                <CoverThumb
                  trip={{ id: tripId, destination: trip.destination }}
                  className="size-10 rounded-field"
                />
              }
              title={trip.title}
              detail="Open the trip"
              more
            />
          </List>
        )}
        <ConversationInfo
          conversation={conversation}
          myId={myId}
          personId={personId}
          onLeft={state.onClose}
          {...(onSearch && {
            onSearch() {
              state.onClose()
              onSearch()
            },
          })}
          isOnCards
        />
      </div>
    </Dialog>
  )
}

interface SectionsProps extends ConversationInfoProps {
  onLeft?: () => void
  isOnCards?: boolean
}

/** The sections below the trip. */
export function ConversationInfo(props: SectionsProps) {
  const { conversation, myId, personId = null, onLeft, onSearch, isOnCards = false } = props
  const { type, participants, description } = conversation
  const [isEditing, setEditing] = useState(false)
  const isOrganizer =
    type === 'group' && participants.some(({ id, role }) => id === myId && role === 'organizer')
  return (
    <>
      {(description !== null || isOrganizer) && (
        <Section isOnCards={isOnCards}>
          <div className="flex items-center gap-3">
            <p className={`min-w-0 flex-1 wrap-anywhere ${description === null ? 'text-muted' : ''}`}>
              <bdi>{description ?? 'No description'}</bdi>
            </p>
            {isOrganizer && (
              <Button variant="quiet" size="sm" icon={Pencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </div>
          <LazyEditGroupDialog open={isEditing} onClose={() => setEditing(false)} group={conversation} />
        </Section>
      )}
      <People
        key={personId}
        personId={personId}
        conversation={conversation}
        myId={myId}
        isOrganizer={isOrganizer}
        isOnCards={isOnCards}
      />
      {type === 'direct' && <TripsTogether conversation={conversation} myId={myId} isOnCards={isOnCards} />}
      <Section isOnCards={isOnCards} label="Photos">
        <SharedPhotos key={conversation.id} conversationId={conversation.id} {...{ myId, isOnCards }} />
      </Section>
      <Section isOnCards={isOnCards} label="Settings" isRows>
        <Notifications conversation={conversation} />
        {type === 'trip_chat' && <CardChoiceRow conversationId={conversation.id} />}
        {onSearch && (
          <button type="button" onClick={onSearch} className={pressRow}>
            <Search aria-hidden className="size-5 text-muted" />
            Search in this chat
          </button>
        )}
        {type === 'group' && <Leave conversation={conversation} onLeft={onLeft} />}
      </Section>
    </>
  )
}

/** A row of settings that is a button. */
const pressRow =
  'flex min-h-11 w-full items-center gap-3 text-start font-medium hover:bg-text/3 focus-visible:-outline-offset-2'

function Section({
  children,
  isOnCards,
  label,
  isRows = false,
}: {
  children: ReactNode
  isOnCards: boolean
  label?: string
  /** With lines between them on a card. */
  isRows?: boolean
}) {
  return (
    <section
      aria-label={label}
      className={classes(
        isOnCards ? 'rounded-card border border-line bg-surface' : 'border-b border-line',
        isRows && isOnCards ? 'divide-y divide-line overflow-hidden *:min-h-14 *:px-4' : 'p-4',
      )}
    >
      {children}
    </section>
  )
}

/** The rest is behind "See everyone". */
const SHOWN_AT_FIRST = 4

interface PeopleProps extends ConversationInfoProps {
  isOrganizer: boolean
  isOnCards: boolean
}

/** Its people, this person first and then by presence. */
function People({ conversation, myId, personId = null, isOrganizer, isOnCards }: PeopleProps) {
  const { id: conversationId, type, participants } = conversation
  const presenceOf = usePresenceOf()
  const now = useNow()
  const [showsAll, setShowsAll] = useState(personId !== null)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<{ id: string; username: string } | null>(null)
  const confirm = useConfirm({
    open: removed !== null,
    onClose: () => setRemoved(null),
    submit: () =>
      groupCommand({
        endpoint: removeFromGroup,
        params: { conversationId, userId: removed!.id },
        body: undefined,
      }).outcome,
    onSent: (sent) => toast.outcome(sent, 'Removed from the group', failures.conversation.remove),
    failed: failures.conversation.remove,
  })
  const statusOf = (id: string) => (id === myId ? 'online' : presenceOf(id)?.status)
  const people = meFirst(
    participants.toSorted((a, b) => rankOf(statusOf(a.id)) - rankOf(statusOf(b.id))),
    myId,
  )
  const shown = showsAll ? people : people.slice(0, SHOWN_AT_FIRST)
  // A row of an organizer has a menu, and one that was asked for the whole width.
  const isGrid = isOnCards && !showsAll && !isOrganizer
  return (
    <Section isOnCards={isOnCards} label="People">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-semibold">{formatCount(people.length, 'participant')}</h2>
        {people.length > SHOWN_AT_FIRST && (
          <Button variant="quiet" size="sm" className="-me-3" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'See fewer' : 'See everyone'}
          </Button>
        )}
      </div>
      <ul className={isGrid ? 'mt-2 grid grid-cols-4 gap-x-1' : undefined}>
        {shown.map((person) => {
          const { id, username, role } = person
          const presence = presenceOf(id)
          const words =
            id === myId
              ? 'you'
              : presence &&
                (isOnCards && !isGrid ? presenceText(presence, now) : presenceWords[presence.status])
          return (
            <li
              key={id}
              ref={id === personId && !isOnCards ? showRow : undefined}
              data-autofocus={id === personId || undefined}
              tabIndex={-1}
              className={classes(
                'flex min-h-11 min-w-0 items-center rounded-field focus:outline-2 focus:outline-primary',
                isGrid ? 'flex-col text-center' : 'gap-3',
              )}
            >
              <span className={classes('relative inline-flex', isGrid && 'mb-1.5')}>
                <Avatar id={id} name={username} size={isGrid ? 'lg' : 'sm'} />
                <PresenceDot status={id === myId ? undefined : presence?.status} isSmall={!isGrid} />
              </span>
              <span className={isGrid ? 'max-w-full truncate' : 'min-w-0 flex-1 truncate'}>
                <bdi>{username}</bdi>
                {type === 'group' && role === 'organizer' && !isGrid && (
                  <span className="text-secondary text-muted">{' · organizer'}</span>
                )}
              </span>
              <span
                className={
                  isGrid ? 'max-w-full truncate text-meta text-muted' : 'shrink-0 text-secondary text-muted'
                }
              >
                {words}
              </span>
              {isOrganizer && id !== myId && (
                <span className="-me-2.5">
                  <Menu
                    label={`Actions for ${username}`}
                    items={[
                      { label: 'Remove from the group', tone: 'danger', onSelect: () => setRemoved(person) },
                    ]}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {isOrganizer && (
        <Button
          variant="quiet"
          icon={UserPlus}
          className="-ms-3"
          onClick={() => setAdding(true)}
          {...LazyAddPeopleDialog.prefetchProps}
        >
          Add people
        </Button>
      )}
      <LazyAddPeopleDialog open={isAdding} onClose={() => setAdding(false)} group={conversation} />
      <ConfirmDialog {...confirm} title="Remove from the group?" submitText="Remove" busyText="Removing...">
        <strong className="font-semibold text-text">
          <bdi>{removed?.username}</bdi>
        </strong>
        {' can read nothing of this group any more. Everybody sees in it that you have removed them.'}
      </ConfirmDialog>
    </Section>
  )
}

/** In the column: a dialog moves the focus by itself. */
function showRow(row: HTMLElement | null) {
  if (!row) return undefined
  const timer = setTimeout(() => row.focus())
  return () => clearTimeout(timer)
}

const rankOf = (status: 'online' | 'away' | 'offline' | undefined) =>
  status === undefined ? 2 : ['online', 'away', 'offline'].indexOf(status)

/** The trips on which both people of a direct conversation are. */
function TripsTogether({ conversation, myId, isOnCards }: ConversationInfoProps & { isOnCards: boolean }) {
  const otherId = otherPersonOf(conversation, myId)?.id
  const trips = useQuery(listTrips, {}, { limit: 100 }).data?.trips.filter(({ participants }) =>
    participants.some(({ user }) => user.id === otherId),
  )
  if (!trips || trips.length === 0) return null
  return (
    <section aria-label="Trips together" className={isOnCards ? '' : 'border-b border-line p-4'}>
      <h2 className="pb-2 font-semibold">Trips together</h2>
      <List>
        {trips.map(({ id, title, destination }) => (
          <ListRow
            key={id}
            href={paths.trip(id)}
            leading={<CoverThumb trip={{ id, destination }} className="size-10 rounded-field" />}
            title={title}
            more
          />
        ))}
      </List>
    </section>
  )
}

const levels = {
  all: ['All messages', 'all'],
  mentions: ['Mentions only', 'mentions'],
  hours: ['Nothing for 8 hours', 'none'],
  none: ['Nothing', 'none'],
} as const
const HOURS_8_MS = 8 * 3_600_000

/** What notifies this person; the same on every device. */
function Notifications({
  conversation: { id: conversationId, notifications },
}: {
  conversation: ConversationResponse
}) {
  const now = useNow()
  const { commands } = useSnapshot(outbox)
  const waiting = commands.findLast(
    (command) =>
      command.state !== 'refused' &&
      isEndpoint(command, muteConversation) &&
      command.params['conversationId'] === conversationId,
  )
  const setting = (waiting?.body as MuteSetting | undefined) ?? notifications
  const mute = isMuted(setting, new Date(now).toISOString()) ? setting : null
  const set = (chosen: string) => {
    const [, level] = levels[chosen as keyof typeof levels]
    const until = chosen === 'hours' ? new Date(now + HOURS_8_MS).toISOString() : null
    const { outcome } = groupCommand({
      endpoint: muteConversation,
      params: { conversationId },
      body: { level, until },
    })
    const failed = failures.conversation.mute
    outcome.catch((error: unknown) => toast.error(failureText(failed, error)))
  }
  const until = mute?.until ? `Nothing until ${formatClock(new Date(mute.until))}` : null
  const value = mute ? (mute.until === null ? mute.level : 'until') : 'all'
  const options = Object.entries(levels).map(([level, [label]]) => ({ value: level, label }))
  const Icon = mute ? BellOff : Bell
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
      <Icon aria-hidden className="size-5 text-muted" />
      <span className="flex-1 font-medium">Notifications</span>
      <InlineSelect
        label="Notifications"
        value={value}
        options={until === null ? options : [{ value: 'until', label: until }, ...options]}
        onChange={(event) => set(event.target.value)}
        className="text-muted"
      >
        <span>{until ?? levels[value as keyof typeof levels][0]}</span>
        <ChevronDown aria-hidden className="ms-1 inline size-4" />
      </InlineSelect>
    </div>
  )
}

interface LeaveProps {
  conversation: ConversationResponse
  onLeft: (() => void) | undefined
}

function Leave({ conversation: { id: conversationId, name }, onLeft }: LeaveProps) {
  const [isAsking, setAsking] = useState(false)
  const navigate = use(Navigation)
  const confirm = useConfirm({
    open: isAsking,
    onClose: () => setAsking(false),
    submit: () => groupCommand({ endpoint: leaveGroup, params: { conversationId }, body: undefined }).outcome,
    onSent(sent) {
      onLeft?.()
      navigate?.(paths.chat, true)
      toast.outcome(sent, 'You have left the group', failures.conversation.leave)
    },
    failed: failures.conversation.leave,
  })
  return (
    <>
      <button type="button" onClick={() => setAsking(true)} className={`${pressRow} text-danger`}>
        <LogOut aria-hidden className="size-5" />
        Leave this chat
      </button>
      <ConfirmDialog {...confirm} title="Leave this chat?" submitText="Leave" busyText="Leaving...">
        {'You can read nothing of '}
        <strong className="font-semibold text-text">
          <bdi>{name}</bdi>
        </strong>
        {' any more, and only its organizer can add you again. Everybody sees in it that you have left.'}
      </ConfirmDialog>
    </>
  )
}
