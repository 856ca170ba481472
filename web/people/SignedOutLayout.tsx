// The layout of the log-in and sign-up screens: a landscape with a link to the landing, and over it a sheet with logo,
// title and form. Redirects a signed-in person to the trip, conversation or invitation whose link was followed, else to the first
// screen.

import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { paths, firstPath } from '#web/platform/page/paths.ts'
import { session } from '#web/platform/session/session.ts'
import { AppIcon } from '#web/ui/pictures/AppIcon.tsx'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import type * as CoverModule from '#web/ui/cover/Cover.tsx'

interface SignedOutLayoutProps {
  title: string
  subtitle: string
  children: ReactNode
  /** Below the form: a link to the other screen. */
  instead: { question: string; href: string; action: string }
}

export function SignedOutLayout({ title, subtitle, children, instead }: SignedOutLayoutProps) {
  const cover = useLazyCover()
  const [, navigate] = useLocation()
  const { isAuthenticated } = useSnapshot(session)
  useEffect(() => {
    if (isAuthenticated) navigate(pathAfterLogIn(history.state), { replace: true })
  }, [isAuthenticated, navigate])
  return (
    <div className="relative flex min-h-dvh flex-col pb-safe-5">
      <header className="on-cover absolute inset-x-2 top-2 z-1 pt-safe">
        <Anchor href={paths.landing} className={home}>
          <ArrowLeft aria-hidden className="size-5 rtl:rotate-180" />
          Back to home
        </Anchor>
      </header>
      {cover ? (
        <cover.Cover
          trip={land}
          reach="wide"
          hasPin
          viewBox="30 0 392 207"
          sceneClassName={scene}
          className="overflow-hidden"
        />
      ) : (
        <div className={`cover cover-dusk bg-(--c-sky) ${scene}`} />
      )}
      <main className="relative -mt-5 w-full rounded-t-sheet bg-background px-6 md:mx-auto md:max-w-[480px] md:px-10">
        <AppIcon />
        <h1 tabIndex={-1} className="mt-3 text-page font-bold">
          {title}
        </h1>
        <p className="mt-1 text-muted">{subtitle}</p>
        <div className="mt-6">{children}</div>
        <p className="mt-5 text-center text-muted">
          <span>{`${instead.question} `}</span>
          <Anchor href={instead.href} className={inlineLink}>
            {instead.action}
          </Anchor>
        </p>
      </main>
    </div>
  )
}

/** Loaded after the form, which needs no landscape to work. */
function useLazyCover(): typeof CoverModule | undefined {
  const [cover, setCover] = useState<typeof CoverModule>()
  useEffect(() => {
    import('#web/ui/cover/Cover.tsx').then(setCover, () => undefined)
  }, [])
  return cover
}

const scene = 'box-content h-24 pt-safe tall:h-51 md:tall:h-72'

/** The landscape above the form; its id chooses where hills and houses stand. */
const land = { id: 'home', destination: 'Lisbon' }

const home = 'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-secondary font-semibold'

/** Inline, with a target large enough to touch. */
const inlineLink =
  'inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline'

/**
 * The path to open after a log-in.
 * @param state the history's, in which the app leaves from where it sent somebody here; nothing leads anywhere else
 */
export function pathAfterLogIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  if (typeof from !== 'string') return firstPath
  const prefixes = [paths.trip(''), paths.conversation(''), `${paths.join}#`]
  return prefixes.some((prefix) => from.startsWith(prefix)) ? from : firstPath
}
