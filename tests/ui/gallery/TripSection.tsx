// Cards that are one target, with a second one in them.

import { people } from '#tests/ui/gallery/people.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

export function TripSection({ onDetails }: { onDetails: () => void }) {
  return (
    <section className="pt-5">
      <Card>
        <BalanceAmount status="owed" who="you" size="hero" text="HK$420.00" />
      </Card>
      <div className="h-5" />
      <SectionTitle
        count={2}
        action={
          <Button size="sm" variant="quiet">
            View All
          </Button>
        }
      >
        Trips
      </SectionTitle>
      <div className="grid gap-4 md:grid-cols-2">
        <Card as="article" interactive>
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 flex-[1_1_8rem] text-title font-semibold">
              <Anchor href="/app/travel/t1" className={stretched}>
                Kyoto in winter
              </Anchor>
            </h3>
            <StatusChip tone="info">In progress</StatusChip>
          </div>
          <p className="mt-1 text-muted">Kyoto, Japan</p>
          <p className="text-muted">12–19 Dec 2026</p>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <AvatarStack people={people.map((person) => ({ ...person, role: 'member' }))} cap={4} />
            <Button size="sm" variant="secondary" className="z-1" onClick={onDetails}>
              View Details
            </Button>
          </div>
        </Card>
        <Card as="article" interactive>
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 flex-[1_1_8rem] text-title font-semibold">
              <Anchor href="/app/travel/t2" className={stretched}>
                <bdi>رحلة إلى البتراء مع الأصدقاء والعائلة في الربيع القادم إن شاء الله</bdi>
              </Anchor>
            </h3>
            <StatusChip>planning</StatusChip>
          </div>
          <p className="mt-1 text-muted">
            Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Anglesey
          </p>
          <p className="text-muted">28 Nov – 3 Dec 2026</p>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <AvatarStack people={people.slice(0, 2)} cap={4} />
            <SyncMark />
          </div>
        </Card>
      </div>
    </section>
  )
}
