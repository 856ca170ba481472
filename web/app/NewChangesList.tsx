// What others changed on a trip since the last visit: the newest three as sentences, and a way to all of them.

import { getHistory } from '#core/history/contract.ts'
import { NAMED_CHANGES } from '#core/trips/responses.ts'
import { Change } from '#web/app/LatestChanges.tsx'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import type { NewChanges } from '#web/trips/newChanges.ts'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { NewMark } from '#web/ui/feedback/NewMark.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

const MAX_SHOWN = 3

export function NewChangesList({ tripId, news }: { tripId: string; news: NewChanges }) {
  const history = useQuery(getHistory, { tripId }, { limit: MAX_SHOWN, since: news.since })
  useReloadOnOpen(true, history)
  const now = useNow()
  const entries = history.data?.entries ?? []
  const href = paths.historySince(tripId, news.since)
  return (
    <section aria-labelledby="new-changes">
      <SectionTitle
        level={3}
        id="new-changes"
        action={
          <LinkButton href={href} variant="quiet" size="sm">
            History
          </LinkButton>
        }
      >
        <span className="flex items-center gap-2">
          <NewMark />
          <span>{news.text}</span>
        </span>
      </SectionTitle>
      {!history.data && !history.error && (
        <SkeletonList rows={Math.min(news.count, MAX_SHOWN)} label="Loading changes..." />
      )}
      {entries.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface *:min-h-14 *:px-4 *:py-2.5">
          {entries.map((entry) => (
            <Change key={entry.n} entry={entry} now={now} size="sm" />
          ))}
        </ul>
      )}
      {news.count > MAX_SHOWN && history.data?.has_more && (
        <LinkButton href={href} variant="quiet" size="sm" className="ms-1">
          {news.count < NAMED_CHANGES ? `${news.count - MAX_SHOWN} more` : 'Show all'}
        </LinkButton>
      )}
    </section>
  )
}
