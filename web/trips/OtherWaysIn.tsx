// Below the empty home screen: the trips of others that one can ask to join, and the file of another app. It comes once
// both are known, at the end of the page, so that nothing moves.

import { Compass, FileUp, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { discoverTrips } from '#core/trips/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { useQuery } from '#web/platform/queries.ts'
import type { PlanTripDialogProps } from '#web/trips/PlanTripDialog.tsx'
import { firstDiscovered } from '#web/trips/tripPages.ts'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export type OtherWaysInProps = Pick<PlanTripDialogProps, 'loadImport'>

export function OtherWaysIn({ loadImport }: OtherWaysInProps) {
  const [ImportTrip] = useState(() => lazyDialog(loadImport))
  const [isImporting, setImporting] = useState(false)
  const { data, error } = useQuery(discoverTrips, {}, firstDiscovered)
  if (!data && !error) return null
  const asked = data?.trips.filter(({ joinRequest }) => joinRequest).length ?? 0
  const joinable = (data?.pagination.total ?? 0) - asked
  return (
    <>
      <List label="Other ways to start">
        {joinable > 0 && (
          <ListRow
            leading={<Picture of={Compass} />}
            title="Discover public trips"
            detail={`${joinable} that you can ask to join`}
            href={paths.discover}
            more
          />
        )}
        <ListRow
          leading={<Picture of={FileUp} />}
          title="Bring expenses along"
          detail="From another app’s file"
          onPress={() => setImporting(true)}
          more
        />
      </List>
      <ImportTrip open={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

const Picture = ({ of: Icon }: { of: LucideIcon }) => (
  <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-field bg-primary-soft text-primary">
    <Icon aria-hidden className="size-5" />
  </span>
)
