// An empty list: a picture, a sentence and an action.

import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** A component of web/ui/pictures. */
  picture: ReactNode
  title: string
  /** Only where the title alone is unclear. */
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
