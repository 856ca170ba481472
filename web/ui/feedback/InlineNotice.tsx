// A sentence about the part above it, on one line with what can be done about it.

import { CircleAlert, CloudOff } from 'lucide-react'
import { softTone } from '#web/ui/feedback/tone.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

interface InlineNoticeProps {
  /** 'neutral' for what is no failure: there is no network. */
  tone: 'neutral' | 'danger'
  children: string
  onRetry?: (() => void) | undefined
}

export function InlineNotice({ tone, children, onRetry }: InlineNoticeProps) {
  const Icon = tone === 'danger' ? CircleAlert : CloudOff
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex min-h-13 items-center gap-3 rounded-field px-4 py-1 text-secondary ${softTone[tone]} ${tone === 'neutral' ? 'text-text!' : ''}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-2">{children}</p>
      {onRetry && (
        <Button
          variant="quiet"
          size="sm"
          className="-me-3 text-inherit! hover:bg-transparent"
          onClick={onRetry}
        >
          Retry
        </Button>
      )}
    </div>
  )
}
