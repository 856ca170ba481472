// The layout of the log-in and sign-up screens: a landscape with a link to the landing, and over it a sheet with logo,
// title and form. Redirects a signed-in person to the trip or conversation whose link was followed, else to the first screen.

import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { paths, firstPath } from '#web/platform/page/paths.ts'
import { session } from '#web/platform/session/session.ts'
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
        <Mark />
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

/** Same as public/icons/icon.svg. */
function Mark() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      fill="none"
      className="-mt-7 size-16 rounded-[20px] border-4 border-background"
    >
      <rect width="64" height="64" rx="16" fill="#0a6a6a" />
      <path
        d="M12 25a9 9 0 0 1 9-9h22a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9H31l-9.6 7.2A1.5 1.5 0 0 1 19 50v-6.2A9 9 0 0 1 12 35z"
        fill="#fff"
      />
      <path
        d="M21 36c5 3 8-7 15-3"
        stroke="#0a6a6a"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray=".1 5"
      />
      <path d="M41 20a6 6 0 0 0-6 6c0 4.2 6 9.5 6 9.5s6-5.3 6-9.5a6 6 0 0 0-6-6z" fill="#e8684d" />
      <circle cx="41" cy="26" r="2.1" fill="#fff" />
    </svg>
  )
}

/**
 * The path to open after a log-in.
 * @param state the history's, in which the app leaves from where it sent somebody here; nothing leads anywhere else
 */
export function pathAfterLogIn(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  if (typeof from !== 'string') return firstPath
  return [paths.trip(''), paths.conversation('')].some((prefix) => from.startsWith(prefix)) ? from : firstPath
}
