// The page of an invite link: who invites to what, and the question who one is. A name is enough. Reading it spends
// nothing; whoever is on the trip already is led to it.

import { Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { InvitePreview } from '#core/trips/responses.ts'
import type { Unreachable } from '#web/platform/http/http.ts'
import { paths } from '#web/platform/page/paths.ts'
import { setTitle } from '#web/platform/page/title.ts'
import { share } from '#web/platform/page/share.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { useInvitation, useSecret } from '#web/trips/joining/useInvitation.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { AppIcon } from '#web/ui/pictures/AppIcon.tsx'
import { JoinForm, type OpenPreview } from '#web/trips/joining/JoinForm.tsx'
import {
  inlineLink,
  JoinFailure,
  JoinSheet,
  type JoinSheetProps,
  LogInLink,
  sheetScene,
} from '#web/trips/joining/JoinSheet.tsx'

interface JoinScreenProps {
  /** Loads what opens after joining, while the person types. */
  prefetchTrip: () => void
}

export function JoinScreen({ prefetchTrip }: JoinScreenProps) {
  const secret = useSecret()
  const invitation = useInvitation(secret)
  const { preview, failure, retry } = invitation
  const [, navigate] = useLocation()
  const tripId =
    preview !== null && preview !== 'incomplete' && preview.isOnTrip ? preview.trip?.id : undefined
  useEffect(() => {
    if (tripId !== undefined) navigate(paths.trip(tripId), { replace: true })
  }, [tripId, navigate])
  useEffect(() => whenIdle(prefetchTrip), [prefetchTrip])
  useEffect(() => setTitle('Join the trip'), [])
  if (preview === 'incomplete') return <IncompleteLink secret={secret} />
  if (preview === null || tripId !== undefined) return <Reading failure={failure} onRetry={retry} />
  if (!isOpen(preview)) return <EndedLink organizer={preview.organizer} secret={secret} />
  return <JoinForm key={secret} secret={secret} preview={preview} end={invitation.end} />
}

const isOpen = (preview: InvitePreview): preview is OpenPreview => preview.trip !== null

/** The words stay as they are until there is more to say. */
function Reading({ failure, onRetry }: { failure: Unreachable | null; onRetry: () => void }) {
  return (
    <JoinSheet cover={<div className={`cover cover-dusk bg-(--c-sky) pb-36 ${sheetScene}`} />}>
      <h1 tabIndex={-1} className="sr-only">
        Join the trip
      </h1>
      <Loading label="Reading the link...">
        <div className="grid gap-4">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-15 w-full rounded-field!" />
          <Skeleton className="h-13 w-full rounded-field!" />
        </div>
      </Loading>
      <div className="mt-5 empty:hidden">{failure && <JoinFailure error={failure} onRetry={onRetry} />}</div>
    </JoinSheet>
  )
}

interface PlainSheetProps extends Pick<JoinSheetProps, 'children'> {
  title: string
  secret: string
}

/** Shows nothing of a trip. */
const PlainSheet = ({ title, secret, children }: PlainSheetProps) => (
  <JoinSheet
    cover={
      <Cover
        trip={{ id: 'link', destination: 'Forest' }}
        reach="wide"
        viewBox="0 -3 408 180"
        sceneClassName={sheetScene}
        className="overflow-hidden"
      >
        <div className="h-17" />
      </Cover>
    }
    foot={
      <>
        <p>
          Already on the trip? <LogInLink secret={secret} />
        </p>
        <p>
          New here?{' '}
          <a href="/demo/settlement" className={inlineLink}>
            Look at the demo
          </a>
        </p>
      </>
    }
  >
    <div className="-mt-5.5">
      <AppIcon />
    </div>
    <h1 tabIndex={-1} className="mt-6 text-page font-bold">
      {title}
    </h1>
    {children}
  </JoinSheet>
)

const IncompleteLink = ({ secret }: { secret: string }) => (
  <PlainSheet title="This link is not complete" secret={secret}>
    <p className="mt-2 text-muted">
      A part of it is missing. Open the whole link of the message, or ask whoever sent it for a new one.
    </p>
  </PlainSheet>
)

const ASKING = 'The link to our trip has ended. Can you send me a new one?'

/** @param organizer null when the trip is not there any more */
function EndedLink({ organizer, secret }: { organizer: string | null; secret: string }) {
  const ask = async () => {
    const shared = await share({ text: ASKING }, ASKING)
    if (shared === 'copied') toast.success('Copied. Paste it into a message.')
    if (shared === 'failed') toast.error('This browser does not let the text be copied.')
  }
  return (
    <PlainSheet title="This link has ended" secret={secret}>
      {organizer === null ? (
        <p className="mt-2 text-muted">The trip that it led to is not here any more.</p>
      ) : (
        <>
          <p className="mt-2 text-muted wrap-anywhere">
            This invitation from <bdi>{organizer}</bdi> has ended. <bdi>{organizer}</bdi> can send you a new
            one in a few seconds.
          </p>
          <Button size="lg" icon={Share2} className="mt-6 w-full" onClick={() => void ask()}>
            <span className="min-w-0 wrap-anywhere">
              Ask <bdi>{organizer}</bdi> for a new link
            </span>
          </Button>
          <p className="mx-auto mt-3 max-w-80 text-center text-secondary text-muted wrap-anywhere">
            Opens your own messages with a sentence to send. We do not write to <bdi>{organizer}</bdi> for
            you.
          </p>
        </>
      )}
    </PlainSheet>
  )
}
