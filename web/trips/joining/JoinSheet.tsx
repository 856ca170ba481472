// What the pages of an invite link share: a sheet that rises over a cover, the way to the log-in, and what failed.

import type { MouseEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Unreachable } from '#web/platform/http/http.ts'
import { paths } from '#web/platform/page/paths.ts'
import { InlineNotice } from '#web/ui/feedback/InlineNotice.tsx'

/** The path to the log-in leads back to the link. */
export function LogInLink({ secret }: { secret: string }) {
  const [, navigate] = useLocation()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || secret === '') return
    event.preventDefault()
    navigate(paths.login, { state: { from: `${paths.join}#${secret}` } })
  }
  return (
    <a href={paths.login} onClick={follow} className={inlineLink}>
      Log in
    </a>
  )
}

export const inlineLink =
  'inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline'

export interface JoinSheetProps {
  /** Above the sheet. */
  cover: ReactNode
  children: ReactNode
  /** At the foot of the page. */
  foot?: ReactNode
}

export const JoinSheet = ({ cover, children, foot }: JoinSheetProps) => (
  <main className="flex min-h-dvh flex-col pb-safe-5">
    {cover}
    <div className="relative -mt-7 flex w-full flex-1 flex-col rounded-t-[28px] bg-background px-5 pt-5.5 md:mx-auto md:max-w-[520px] md:px-10">
      {children}
      {foot !== undefined && (
        <div className="mt-auto grid justify-items-center gap-y-1 pt-6 text-center text-muted *:flex *:flex-wrap *:items-center *:justify-center *:gap-x-1.5">
          {foot}
        </div>
      )}
    </div>
  </main>
)

export const sheetScene = 'h-42 short:h-24 box-content pt-safe md:tall:h-60'

export function JoinFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const response = error instanceof Unreachable ? error.response : { status: 400 }
  if (response === undefined)
    return (
      <InlineNotice tone="neutral" onRetry={onRetry}>
        No connection
      </InlineNotice>
    )
  return (
    <InlineNotice tone="danger" {...(response.status !== 400 && { onRetry })}>
      {response.status < 500 ? error.message : 'That did not work.'}
    </InlineNotice>
  )
}
