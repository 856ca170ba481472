// A change in the history: who did what and when, the values before and after, and the actions. A press on the row
// shows the trip at that point.

import { ArrowRight, Undo2 } from 'lucide-react'
import type { FieldChange, HistoryEntry } from '#core/history/contract.ts'
import { RESTORABLE } from '#core/history/undo.ts'
import type { TripRole } from '#core/trips/events.ts'
import { ChangeSentence } from '#web/records/ChangeSentence.tsx'
import { detailsOf, isEdit } from '#web/history/entryDetails.ts'
import { UndoChange } from '#web/history/UndoChange.tsx'
import { dotted, formatClock } from '#web/platform/time/format.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { paths } from '#web/platform/page/paths.ts'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { subjectTabs } from '#web/records/subjectTabs.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'

interface EntryRowProps {
  entry: HistoryEntry
  tripId: string
  /** Null until the trip is loaded. */
  reader: { id: string; role: TripRole } | null
  /** Whether it is the first of its day. */
  isFirst: boolean
  isLast: boolean
  /** The change whose trip is shown beside the list. */
  isCurrent: boolean
  /** It happened after that change. */
  isLater: boolean
  /** The newest change of its subject; for a removal: not restored yet. */
  isLatest: boolean
  /** The command in the outbox that restores or undoes it. */
  command: PendingCommand | undefined
  onShow: (entry: HistoryEntry) => void
  onRestore: (entry: HistoryEntry) => void
}

export function EntryRow({
  entry,
  tripId,
  isFirst,
  isLast,
  isCurrent,
  isLater,
  command,
  onShow,
  onRestore,
  ...undoing
}: EntryRowProps) {
  const { n, at, actor, text, type, subject } = entry
  const [hash, tab] = subject ? subjectTabs[subject.type] : []
  const sentence = `change-${n}`
  const busy = command?.state === 'sending'
  const about = { 'aria-describedby': sentence }
  return (
    <article
      aria-label={`Change ${n}`}
      aria-current={isCurrent ? 'step' : undefined}
      className={classes(
        'relative mx-(--gutter) flex gap-3 overflow-hidden border-x border-b border-line bg-surface px-3 pt-3 pb-1.5 aria-[current=step]:bg-primary-soft',
        isFirst && 'rounded-t-card border-t',
        isLast && 'rounded-b-card',
      )}
    >
      <button
        type="button"
        aria-label="See the trip at this point"
        {...about}
        onClick={() => onShow(entry)}
        className="absolute inset-0 transition-colors duration-press hover:bg-text/3 focus-visible:-outline-offset-2 active:bg-text/6"
      />
      <Avatar id={actor.id} name={actor.username} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-3">
          <p
            id={sentence}
            className={`min-w-0 flex-[1_1_8rem] wrap-anywhere ${isLater ? 'text-muted' : ''}`}
            dir="auto"
          >
            <ChangeSentence text={text} actor={actor} />
          </p>
          <time dateTime={at} className="shrink-0 pt-1 text-meta text-muted tabular-nums">
            {formatClock(new Date(at))}
          </time>
        </div>
        {isEdit(entry) ? <FieldChanges changes={entry.changes} /> : <Values entry={entry} />}
        <div className="pointer-events-none relative -ms-3">
          <div className="flex flex-wrap items-center *:pointer-events-auto">
            {tab !== undefined && (
              <LinkButton variant="quiet" size="sm" href={`${paths.trip(tripId)}${hash}`} {...about}>
                {tab}
              </LinkButton>
            )}
            {command && !busy ? (
              <span className="basis-full ps-3">
                <CommandMark command={command} />
              </span>
            ) : (
              <>
                {RESTORABLE.includes(type) && undoing.isLatest && (
                  <Button
                    variant="quiet"
                    size="sm"
                    icon={Undo2}
                    busy={busy}
                    {...about}
                    onClick={() => onRestore(entry)}
                  >
                    Restore
                  </Button>
                )}
                <UndoChange entry={entry} tripId={tripId} {...undoing} busy={busy} about={sentence} />
              </>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

function Values({ entry }: { entry: HistoryEntry }) {
  const values = detailsOf(entry)
  if (values.length === 0) return null
  return (
    <p className="mt-1 line-clamp-2 text-secondary wrap-anywhere text-muted" dir="auto">
      {dotted(values)}
    </p>
  )
}

/** Shows only the new value of an addition, only the old value of a removal. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 grid gap-0.5 text-secondary">
      {changes.map(({ field, before, after }, index) => (
        <div key={index} className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
          <dt className="text-muted">{field}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            {before !== null && (
              <>
                <span className="sr-only">was </span>
                <del className="min-w-0 text-muted decoration-muted" dir="auto">
                  {before}
                </del>
              </>
            )}
            {before !== null && after !== null && (
              <>
                <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-muted rtl:rotate-180" />
                <span className="sr-only">, is now </span>
              </>
            )}
            {after !== null && (
              <span className="min-w-0" dir="auto">
                {after}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
