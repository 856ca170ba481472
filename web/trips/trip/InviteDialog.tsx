// Lets people in: the link of the trip with its code, a link of their own for each guest, and who came by them. Requests go
// to the server directly, because a link that waits on this device is of no use.

import { Check, Copy, RefreshCw, Share2 } from 'lucide-react'
import { encodeQR } from 'qr'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { createInviteLink, endInviteLink, getInviteLinks } from '#core/trips/contract.ts'
import type { InviteLinkResponse, TripLinksResponse, TripResponse } from '#core/trips/responses.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { canShare, shareLink } from '#web/platform/page/share.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { needsPasswordFirst } from '#web/platform/session/keepingAccount.ts'
import { calendarDateOf, dotted, formatDayOfYear } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { guestRecords } from '#web/trips/participants/people.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { Grip } from '#web/ui/dialogs/Grip.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { InlineNotice } from '#web/ui/feedback/InlineNotice.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { bareControl, Field } from '#web/ui/fields/Field.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

type InviteDialogProps = DialogState & { trip: TripResponse }

export function InviteDialog({ open, onClose, trip }: InviteDialogProps) {
  const query = useQuery(getInviteLinks, open ? { tripId: trip.id } : null)
  useReloadOnOpen(open, query)
  return (
    <Dialog open={open} onClose={onClose} title={`Invite to ${trip.title}`} size="sm" rises={Grip}>
      <Loaded
        query={query}
        failed="Failed to load the link"
        skeleton={<SkeletonList rows={3} label="Loading the link..." />}
      >
        {(links) => <Links trip={trip} links={links} query={query} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface LinksProps extends Pick<InviteDialogProps, 'trip' | 'onClose'> {
  links: TripLinksResponse
  query: Pick<QueryState<TripLinksResponse>, 'reload'>
}

/** Ruled, and without what is empty. */
const groups = 'grid *:py-3 *:first:pt-0 *:not-first:border-t *:not-first:border-line'

function Links({ trip, links, query, onClose }: LinksProps) {
  const isOffline = isUnreachable(useSnapshot(networkState))
  const guests = useTripResponse(trip.id, guestRecords).data ?? []
  const isOrganizer = trip.userRole === 'organizer'
  const shownGuests = guests.filter(
    ({ id }) => isOrganizer || links.guestLinks.some(({ guestId }) => guestId === id),
  )
  const create = async (guestId: string | null, key: string) => {
    const { body } = await request(createInviteLink, { params: { tripId: trip.id }, body: { guestId }, key })
    await query.reload()
    return body.inviteLink
  }
  const open = { trip, links, isOffline, isOrganizer, create, query, onClose }
  return (
    <div className={groups}>
      <TripLink {...open} />
      {shownGuests.length > 0 && (
        <section>
          <SectionTitle level={3}>Guests without an account</SectionTitle>
          <ul className="divide-y divide-line">
            {shownGuests.map((guest) => (
              <GuestLink key={guest.id} guest={guest} {...open} />
            ))}
          </ul>
        </section>
      )}
      {links.joined.length > 0 && (
        <section>
          <SectionTitle level={3} count={links.joined.length}>
            Joined by link
          </SectionTitle>
          <ul className="divide-y divide-line">
            {links.joined.map(({ userId, name, at }) => (
              <li key={userId} className="flex min-h-14 items-center gap-3">
                <Avatar id={userId} name={name} size="sm" />
                <bdi className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</bdi>
                <time dateTime={at} className="text-secondary text-muted">
                  {dayOf(at)}
                </time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** @param at RFC 3339 */
const dayOf = (at: string): string => formatDayOfYear(calendarDateOf(new Date(at)))

const addressOf = ({ url }: InviteLinkResponse): string => new URL(url, location.origin).href

interface OpenLinksProps extends LinksProps {
  isOffline: boolean
  isOrganizer: boolean
  /** @throws Refused or Unreachable */
  create: (guestId: string | null, key: string) => Promise<InviteLinkResponse>
}

/** The link of the trip. Off, its field and code are not there. */
function TripLink(props: OpenLinksProps) {
  const { trip, links, query, create, isOffline, isOrganizer, onClose } = props
  const link = links.inviteLink
  const { notice, isSending, send } = useLinkRequest()
  const [isAsking, setAsking] = useState(false)
  const confirm = useConfirm({
    open: isAsking,
    onClose: () => setAsking(false),
    submit: () => create(null, newKey()),
    failed: 'Failed to make a new link',
  })
  const turn = (isOn: boolean) => {
    if (isOn && needsPasswordFirst()) return onClose()
    send(async (key) => {
      if (isOn) return void (await create(null, key))
      if (!link) return
      await request(endInviteLink, { params: { tripId: trip.id, linkId: link.id } })
      await query.reload()
    })
  }
  // While it is sent, the switch stands where it was pressed to.
  const isOn = isSending ? link === null : link !== null
  return (
    <section>
      {isOrganizer ? (
        <Switch
          label="Anyone with the link can join"
          helper={isOn ? 'No password, no app needed' : 'Off. Whoever joined stays.'}
          checked={isOn}
          disabled={isOffline}
          onChange={({ target }) => turn(target.checked)}
        />
      ) : (
        <p>
          <span>
            {link === null ? 'The organizer has not turned the link on.' : 'Anyone with the link can join.'}
          </span>{' '}
          {link !== null && <span className="text-muted">No password, no app needed.</span>}
        </p>
      )}
      <div className="mt-4 grid gap-3 empty:hidden">
        {isSending && link === null && (
          <p
            role="status"
            className="flex min-h-13 items-center gap-3 rounded-field border border-line-strong px-3.5 text-muted"
          >
            <Spinner /> Making a new link
          </p>
        )}
        {link && !(isSending && isOrganizer) && (
          <>
            <LinkField address={addressOf(link)} />
            {canShare() && (
              <Button
                icon={Share2}
                className="w-full"
                onClick={() => void shareLink(trip.title, addressOf(link))}
              >
                Share…
              </Button>
            )}
            <div className="grid grid-cols-[minmax(0,164px)_minmax(0,1fr)] items-center gap-3.5">
              <LinkCode address={addressOf(link)} />
              <div>
                <p>For somebody beside you: hold this to their camera.</p>
                <p className="mt-2 text-secondary text-muted">
                  {dotted([
                    `Ends on ${dayOf(link.expiresAt)}`,
                    links.joined.length > 0 && `${links.joined.length} joined`,
                  ])}
                </p>
                {isOrganizer && !isOffline && (
                  <Button
                    variant="quiet"
                    size="sm"
                    icon={RefreshCw}
                    className="-ms-3 mt-1"
                    onClick={() => setAsking(true)}
                  >
                    New link
                  </Button>
                )}
              </div>
            </div>
          </>
        )}
        {isOffline && (
          <InlineNotice tone="neutral">
            {link ? 'No connection. This link still works.' : 'No connection. The link needs the network.'}
          </InlineNotice>
        )}
        {notice}
      </div>
      <LazyConfirmDialog
        {...confirm}
        tone="primary"
        title="Make a new link?"
        submitText="New link"
        busyText="Making a new link"
      >
        The present one ends at once, also for those who have it and did not join yet. Whoever joined stays.
      </LazyConfirmDialog>
    </section>
  )
}

/** Sends one request at a time; a retry has the key of the first attempt. `notice` says what failed. */
function useLinkRequest() {
  const [failure, setFailure] = useState<{ text: string; retry: (() => void) | undefined } | null>(null)
  const { isSubmitting, run } = useSubmit()
  const send = (work: (key: string) => Promise<void>, key = newKey()): void =>
    run(async (showBusy) => {
      showBusy()
      setFailure(null)
      try {
        await work(key)
      } catch (error) {
        const isRefused = error instanceof Refused
        setFailure({
          text: isRefused ? error.message : 'That did not work.',
          retry: isRefused ? undefined : () => send(work, key),
        })
      }
    })
  const notice = failure && (
    <InlineNotice tone="danger" onRetry={failure.retry}>
      {failure.text}
    </InlineNotice>
  )
  return { notice, isSending: isSubmitting, send }
}

const COPIED_MS = 2000

function LinkField({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(setCopied, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    setError(undefined)
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // No clipboard on plain http, or no permission.
      setError('This browser does not let it be copied. The link is selected.')
      input.current?.select()
    }
  }
  return (
    <Field of={{ label: 'Link', hideLabel: true, error }}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
            className={`${bareControl} truncate rounded-field ps-3.5`}
          />
          <Button
            size="sm"
            variant="secondary"
            icon={isCopied ? Check : Copy}
            className={`mx-1.5 min-h-10! shrink-0 ${isCopied ? 'bg-success-soft! text-success!' : ''}`}
            onClick={() => void copy()}
          >
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        </>
      )}
    </Field>
  )
}

/** Black on white in both themes: not every camera reads the opposite. */
function LinkCode({ address }: { address: string }) {
  const { path, size } = useMemo(() => codePath(address), [address])
  return (
    <svg
      role="img"
      aria-label="QR code of the link"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full rounded-card border border-line bg-[#fff] forced-color-adjust-none"
    >
      <path d={path} fill="#101414" />
    </svg>
  )
}

/** Its dark modules, as one path of rows. */
function codePath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size: rows.length }
}

/** A link that makes whoever opens it this guest. */
function GuestLink(props: OpenLinksProps & { guest: GuestRecord }) {
  const { trip, links, create, isOffline, onClose, guest } = props
  const link = links.guestLinks.find(({ guestId }) => guestId === guest.id)
  const today = useToday()
  const { notice, isSending, send } = useLinkRequest()
  /** Where the browser neither shares nor copies. */
  const [isShown, setShown] = useState(false)
  const hand = async (own: InviteLinkResponse) => {
    const shared = await shareLink(trip.title, addressOf(own))
    if (shared === 'copied') toast.success(`Copied. Send it to ${guest.name}.`)
    setShown(shared === 'failed')
  }
  const invite = () => {
    if (link) return void hand(link)
    if (needsPasswordFirst()) return onClose()
    return send(async (key) => hand(await create(guest.id, key)))
  }
  return (
    <li className="grid gap-2 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar id={guest.id} name={guest.name} />
        <span className="min-w-0 flex-[1_1_7rem]">
          <bdi className="block font-medium wrap-anywhere">{guest.name}</bdi>
          <span className="block text-secondary text-muted">
            {link
              ? `Sent ${dayOf(link.createdAt) === formatDayOfYear(today) ? 'today' : `on ${dayOf(link.createdAt)}`}`
              : 'A link of their own'}
          </span>
        </span>
        <Button
          size="sm"
          variant="secondary"
          busy={isSending}
          disabled={isOffline && !link}
          className="ms-auto"
          onClick={invite}
        >
          <span className="max-w-32 truncate">{link ? 'Again' : `Invite ${guest.name.split(/\s/u)[0]}`}</span>
          <span className="sr-only">{link ? `: invite ${guest.name}` : ''}</span>
        </Button>
      </div>
      {link && isShown && <LinkField address={addressOf(link)} />}
      {notice}
    </li>
  )
}
