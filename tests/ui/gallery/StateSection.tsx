// Waiting, nothing, failure and news.

import { Plus } from 'lucide-react'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { JarPicture } from '#web/ui/pictures/JarPicture.tsx'
import { PeoplePicture } from '#web/ui/pictures/PeoplePicture.tsx'
import { ReceiptPicture } from '#web/ui/pictures/ReceiptPicture.tsx'
import { SearchPicture } from '#web/ui/pictures/SearchPicture.tsx'
import { SettledPicture } from '#web/ui/pictures/SettledPicture.tsx'
import { SuitcasePicture } from '#web/ui/pictures/tripPictures.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { Loading, Skeleton, SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

const nothing = () => undefined

const empty = [
  [SuitcasePicture, 'No trips planned yet', 'Plan Your First Trip'],
  [ReceiptPicture, 'No expenses yet', 'Add Expense'],
  [PeoplePicture, 'No participants found', 'Add People'],
  [JarPicture, 'No Transactions Yet', 'Add Money'],
  [SearchPicture, 'No expenses match', 'Clear all'],
  [SettledPicture, 'All Settled!', undefined],
] as const

export function StateSection() {
  return (
    <section className="grid gap-4">
      <SectionTitle>States</SectionTitle>
      <Banner tone="danger" title="Login failed. Please try again.">
        Invalid username or password
      </Banner>
      <Banner tone="warning">Trip created successfully, but some participants failed to be added</Banner>
      <Banner tone="info">You are offline. What you do is kept and sent later.</Banner>
      <Banner tone="success">All Settled!</Banner>
      <SkeletonList rows={2} />
      <Loading label="Loading trips">
        <Card>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-3 h-4 w-32" />
        </Card>
      </Loading>
      <div className="grid gap-4 md:grid-cols-2">
        {empty.map(([Picture, title, action]) => (
          <Card key={title} padded={false}>
            <EmptyState
              picture={<Picture />}
              title={title}
              action={action !== undefined && <Button icon={Plus}>{action}</Button>}
            />
          </Card>
        ))}
        <Card padded={false}>
          <ErrorState message="Failed to load pool information" onRetry={nothing} />
        </Card>
      </div>
    </section>
  )
}
