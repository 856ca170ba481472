// Nothing here yet: one picture, one sentence, one thing to do about it.
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** One of web/ui/pictures. */
  picture: ReactNode
  title: string
  /** Only where the sentence alone would puzzle. */
  detail?: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, title, detail, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center px-6 py-10 text-center">
      {picture}
      <p className="mt-5 text-title font-semibold text-balance">{title}</p>
      {detail !== undefined && <p className="mt-1.5 text-body text-balance text-muted">{detail}</p>}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}
