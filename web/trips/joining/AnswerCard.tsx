// The card of a question to the organizer: who asks, what for, and the two answers. Once it is answered, its outcome takes
// their place.

import { type ReactNode, useId } from 'react'
import { formatRelative } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import type { Answer, useAnswer } from '#web/trips/joining/useAnswer.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

interface AnswerCardProps {
  person: { id: string; name: string }
  title: ReactNode
  /** When it was asked; null for none. */
  at: string | null
  /** Before the time: 'Joined by link,'. */
  atLabel?: string
  answering: ReturnType<typeof useAnswer>
  labels: Record<Answer, { text: string; busyText: string }>
  /** Null while it is open. */
  outcome: ReactNode
  children?: ReactNode
}

export function AnswerCard(props: AnswerCardProps) {
  const { person, title, at, atLabel = '', answering, labels, outcome, children } = props
  const { answer, answered, isSubmitting, isWaiting, error } = answering
  const titleId = useId()
  const now = useNow()
  const button = (response: Answer) => (
    <Button
      size="sm"
      variant={response === 'accepted' ? 'primary' : 'neutral'}
      className="min-h-11 flex-1"
      aria-describedby={titleId}
      disabled={isSubmitting && answered !== response}
      busy={isSubmitting && answered === response}
      busyText={labels[response].busyText}
      onClick={() => answer(response)}
    >
      {labels[response].text}
    </Button>
  )
  return (
    <Card as="article" className="flex h-full flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar {...person} />
        <div className="min-w-0">
          <p id={titleId} className="wrap-anywhere">
            {title}
          </p>
          {at !== null && (
            <p className="text-secondary text-muted">
              <span>{atLabel}</span> <time dateTime={at}>{formatRelative(at, now)}</time>
            </p>
          )}
        </div>
      </div>
      {children}
      {error !== undefined && <ErrorLine>{error}</ErrorLine>}
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        {isWaiting ? (
          <SyncMark text="answer: waiting to sync" />
        ) : (
          (outcome ?? (
            <>
              {button('declined')}
              {button('accepted')}
            </>
          ))
        )}
      </div>
    </Card>
  )
}
