// A message about the whole screen. Warnings and errors are announced at once.

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { softTone } from '#web/ui/feedback/tone.ts'

export interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  children?: ReactNode
  action?: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export function Banner({ tone, title, children, action }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-field px-4 ${softTone[tone]}`}
    >
      <Icon aria-hidden className="mt-3.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 py-3">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-secondary leading-[1.7] text-text">{children}</div>}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
