// The question of an invite link: who one is. A name is enough.

import { Check, Users } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { shownName } from '#core/kernel/personName.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import { joinByLink } from '#core/trips/contract.ts'
import type { InvitePreview } from '#core/trips/responses.ts'
import { Refused, request, Unreachable } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { paths } from '#web/platform/page/paths.ts'
import { beginSession, session } from '#web/platform/session/session.ts'
import { reloadQueries, tripPaths } from '#web/platform/queries/queryStore.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { dotted, formatCount, formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { noteJoined } from '#web/trips/joining/joinedTrip.ts'
import { type ReadInvitation } from '#web/trips/joining/useInvitation.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { FieldNote } from '#web/ui/fields/Field.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { JoinFailure, JoinSheet, LogInLink, sheetScene } from '#web/trips/joining/JoinSheet.tsx'

type InvitedTrip = NonNullable<InvitePreview['trip']>
export type OpenPreview = InvitePreview & { trip: InvitedTrip }

function InvitedCover({ trip, organizer }: { trip: InvitedTrip; organizer: string | null }) {
  const today = useToday()
  return (
    <Cover
      trip={trip}
      reach="wide"
      hasPin
      viewBox="0 -3 408 180"
      sceneClassName={sheetScene}
      className="overflow-hidden"
    >
      <div className="mx-auto px-5 pb-11.5 md:max-w-[520px] md:px-10">
        {organizer !== null && (
          <p className="flex items-center gap-2.5 font-semibold">
            {/* Its colour comes from an id, which is not told. */}
            <span className="inline-flex shrink-0 rounded-full border-2 *:bg-transparent! *:text-current!">
              <Avatar id={organizer} name={organizer} size="xs" />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <bdi>{organizer}</bdi> invites you
            </span>
          </p>
        )}
        <h1 tabIndex={-1} className="mt-1 line-clamp-3 text-section font-semibold wrap-anywhere">
          <bdi>{trip.title}</bdi>
        </h1>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-secondary">
          <p>
            {dotted([
              formatDateRange(trip.startDate, trip.endDate),
              tripTiming({ ...trip, status: 'confirmed' }, today),
            ])}
          </p>
          <p className="inline-flex items-center gap-1.5">
            <Users aria-hidden className="size-4" />
            <span>{formatCount(trip.participantCount, 'person', 'people')}</span>
          </p>
        </div>
      </div>
    </Cover>
  )
}

/** The value of the radio of somebody who is no guest of the trip. */
const SOMEONE_ELSE = ''

interface JoinFormProps extends Pick<ReadInvitation, 'end'> {
  secret: string
  preview: OpenPreview
}

export function JoinForm({ secret, preview, end }: JoinFormProps) {
  const { trip, organizer, guestId } = preview
  const { user } = useSnapshot(session)
  const guests = guestId === null ? preview.guests : preview.guests.filter(({ id }) => id === guestId)
  // By the open link nobody is chosen yet.
  const [chosen, setChosen] = useState(guests.length === 0 ? SOMEONE_ELSE : guestId)
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<{ name?: string; who?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const { failure, isJoining, join } = useJoin(secret, preview, {
    onEnded: end,
    onTaken: (text) => refuse({ name: text }),
  })
  const refuse = (refused: typeof errors) => {
    setErrors(refused)
    form.current?.querySelector<HTMLElement>(`[name=${refused.who === undefined ? 'name' : 'who'}]`)?.focus()
  }
  const guest = guests.find(({ id }) => id === chosen)

  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (guest) return join({ guestId: guest.id }, guest.name)
    // Who is signed in is asked nothing.
    if (user) return join({}, null)
    if (chosen === null) return refuse({ who: 'Choose who you are' })
    if (name.trim() === '') return refuse({ name: 'Please type your name' })
    setErrors({})
    return join({ name }, null)
  }
  const choose = (id: string) => {
    setChosen(id)
    setErrors({})
  }
  const nameField = (
    <TextField
      label="Your name"
      hideLabel={guests.length > 0}
      {...(guests.length > 0 && { placeholder: 'Your name' })}
      name="name"
      autoComplete="name"
      autoCapitalize="words"
      enterKeyHint="go"
      value={name}
      error={errors.name}
      onChange={({ target }) => {
        setName(target.value)
        choose(SOMEONE_ELSE)
      }}
    />
  )
  return (
    <JoinSheet
      cover={<InvitedCover trip={trip} organizer={organizer} />}
      foot={
        !user && (
          <p>
            I have an account · <LogInLink secret={secret} />
          </p>
        )
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {user ? (
          <div className="flex items-center gap-3">
            <Avatar id={user.id} name={shownName(user)} />
            <p className="min-w-0">
              <bdi className="font-semibold wrap-anywhere">{shownName(user)}</bdi>
              <span className="block text-secondary text-muted">
                {guest ? `You are ${guest.name} on this trip` : 'You are logged in'}
              </span>
            </p>
          </div>
        ) : (
          <fieldset className="min-w-0">
            <legend className="mb-3 text-section font-bold">Who are you?</legend>
            {guests.length === 0 ? (
              nameField
            ) : (
              <Choices
                guests={guests}
                chosen={chosen}
                onChoose={choose}
                note={
                  guestId === null && organizer !== null ? `${organizer} will confirm it once` : undefined
                }
              >
                {nameField}
              </Choices>
            )}
            <div aria-live="polite">
              {errors.who !== undefined && (
                <FieldNote id={undefined} isError className="mt-2">
                  {errors.who}
                </FieldNote>
              )}
            </div>
          </fieldset>
        )}
        <div className="grid gap-3">
          <Button type="submit" size="lg" className="w-full" busy={isJoining} busyText="Joining...">
            {user ? (
              <span className="min-w-0 wrap-anywhere">
                Join as <bdi>{shownName(user)}</bdi>
              </span>
            ) : (
              'Join the trip'
            )}
          </Button>
          {failure && <JoinFailure error={failure} onRetry={() => submit()} />}
          <p className="mx-auto max-w-72 text-center text-balance text-secondary text-muted">
            The others will see this name and what you write or add.
          </p>
        </div>
      </form>
    </JoinSheet>
  )
}

interface JoinBodyFields {
  name?: string
  guestId?: string
}

/** Joins once for each press; the same answers under the same key, so that nobody joins twice. */
function useJoin(
  secret: string,
  { organizer }: OpenPreview,
  { onEnded, onTaken }: { onEnded: () => void; onTaken: (text: string) => void },
) {
  const [, navigate] = useLocation()
  const [failure, setFailure] = useState<Error | null>(null)
  const { isSubmitting, run } = useSubmit()
  const attempt = useRef({ text: '', key: '' })
  const repeat = useRef<(() => void) | null>(null)
  useEffect(() => {
    const wake = () => repeat.current?.()
    addEventListener('online', wake)
    return () => removeEventListener('online', wake)
  }, [])

  const join = (fields: JoinBodyFields, guest: string | null) =>
    run(async () => {
      setFailure(null)
      repeat.current = null
      const { token, user } = session
      const text = JSON.stringify([fields, user?.id])
      if (attempt.current.text !== text) attempt.current = { text, key: newKey() }
      const { key } = attempt.current
      try {
        const { body } = await request(joinByLink, { body: { secret, ...fields }, key, token })
        noteJoined(body.user.id, {
          tripId: body.tripId,
          guest,
          claim: body.claim,
          organizer: organizer ?? '',
        })
        beginSession(body)
        void reloadQueries(tripPaths(body.tripId))
        navigate(paths.trip(body.tripId), { replace: true })
      } catch (error) {
        const wasSignedIn = error instanceof Refused && error.status === 401
        // The question for somebody who is not signed in takes the place of the button.
        if (wasSignedIn) return
        if (error instanceof Refused && error.status === 410) return onEnded()
        const taken = error instanceof Refused ? error.fields['name'] : undefined
        if (taken !== undefined) return onTaken(taken)
        setFailure(error as Error)
        if (error instanceof Unreachable && !error.response) repeat.current = () => join(fields, guest)
      }
    })
  return { failure, isJoining: isSubmitting, join }
}

const choiceBox =
  'rounded-field border border-line-strong bg-surface has-checked:border-primary has-checked:bg-[color-mix(in_oklab,var(--primary-soft)_45%,var(--surface))] has-checked:ring-1 has-checked:ring-primary'

interface ChoicesProps {
  guests: InvitePreview['guests']
  chosen: string | null
  onChoose: (id: string) => void
  /** What becomes of the claim to be a guest. */
  note: string | undefined
  /** The name of somebody else. */
  children: ReactNode
}

/** With more guests their list scrolls inside and can be searched. */
const SHORT_LIST = 5

function Choices({ guests, chosen, onChoose, note, children }: ChoicesProps) {
  const [words, setWords] = useState('')
  const isLong = guests.length > SHORT_LIST
  const matches = wordMatcher(words)
  const found = guests.filter(({ id, name }) => id === chosen || (matches?.(searchable([name])) ?? true))
  const radio = (id: string) => ({ value: id, isChosen: chosen === id, onChoose: () => onChoose(id) })
  return (
    <div className="grid gap-2">
      {isLong && <SearchField label="Search your name" value={words} onChange={setWords} />}
      <div
        className={isLong ? '-m-1 grid max-h-72 gap-2 overflow-y-auto overscroll-contain p-1' : 'contents'}
      >
        {found.map(({ id, name }) => (
          <label
            key={id}
            className={`${choiceBox} flex min-h-15 cursor-pointer items-center gap-3 px-3.5 py-2`}
          >
            <Radio {...radio(id)} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">
                I am <bdi>{name}</bdi>
              </span>
              {note !== undefined && (
                <span className="block text-secondary text-muted wrap-anywhere">{note}</span>
              )}
            </span>
            <Avatar id={id} name={name} />
          </label>
        ))}
        {found.length === 0 && <p className="py-2 text-muted">Nobody here is called that.</p>}
      </div>
      <div className={`${choiceBox} px-3.5 pb-3`}>
        <label htmlFor="someone-else" className="flex min-h-13 cursor-pointer items-center gap-3">
          <Radio id="someone-else" {...radio(SOMEONE_ELSE)} />
          <span className="font-medium">Someone else</span>
        </label>
        <div className="ps-9">{children}</div>
      </div>
    </div>
  )
}

interface RadioProps {
  id?: string
  value: string
  isChosen: boolean
  onChoose: () => void
}

const Radio = ({ id, value, isChosen, onChoose }: RadioProps) => (
  <span className="relative inline-flex size-6 shrink-0">
    <input
      id={id}
      type="radio"
      name="who"
      value={value}
      checked={isChosen}
      onChange={onChoose}
      className="size-6 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-surface checked:border-primary checked:bg-primary"
    />
    <Check
      aria-hidden
      strokeWidth={3}
      className={classes(
        'pointer-events-none absolute inset-1 size-4 text-on-primary',
        !isChosen && 'hidden',
      )}
    />
  </span>
)
