// All pieces as a screen shows them: a bar, a column of sections, the navigation, and dialogs over it.

import { Compass, Pencil, Trash2, User } from 'lucide-react'
import { useState } from 'react'
import { ButtonSection } from '#tests/ui/gallery/ButtonSection.tsx'
import { ChipSection } from '#tests/ui/gallery/ChipSection.tsx'
import { FieldSection } from '#tests/ui/gallery/FieldSection.tsx'
import { MoneySection } from '#tests/ui/gallery/MoneySection.tsx'
import { StateSection } from '#tests/ui/gallery/StateSection.tsx'
import { TripDialog } from '#tests/ui/gallery/TripDialog.tsx'
import { TripSection } from '#tests/ui/gallery/TripSection.tsx'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { MainNav } from '#web/ui/navigation/MainNav.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { Menu } from '#web/ui/buttons/Menu.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { loadToastStack, toast } from '#web/ui/feedback/toasts.tsx'

const LazyToasts = () => useIdlePart(loadToastStack, {})
const LazyDialog = lazyDialog(() => import('#tests/ui/gallery/FormDialog.tsx').then((m) => m.FormDialog))

type Open = 'form' | 'trip' | 'confirm' | undefined

export function Gallery() {
  const [open, setOpen] = useState<Open>()
  const [place, setPlace] = useState('/app/travel')
  const close = () => setOpen(undefined)
  return (
    <Navigation value={setPlace}>
      <TopBar
        title={titles[place] ?? 'Travel'}
        back={{ href: '/app', label: 'Back to Home' }}
        right={
          <Menu
            label="More actions"
            items={[
              { label: 'Edit Trip', icon: Pencil, onSelect: () => toast.info('Nothing to edit') },
              { label: 'Delete Trip', icon: Trash2, tone: 'danger', onSelect: () => setOpen('confirm') },
            ]}
          />
        }
      />
      <main className="page-width grid gap-8 gutter below-top-bar above-bottom-nav">
        <TripSection onDetails={() => setOpen('trip')} />
        <ButtonSection onDelete={() => setOpen('confirm')} />
        <ChipSection />
        <FieldSection />
        <MoneySection />
        <StateSection />
        <Fab label="New Trip" onPointerEnter={LazyDialog.prefetch} onClick={() => setOpen('form')} />
      </main>
      <MainNav
        items={[
          { href: '/app/chat', label: 'Chats', icon: Compass, active: false, badge: 120 },
          { href: '/app/contacts', label: 'Contacts', icon: User, active: false, badge: 3 },
          { href: '/app', label: 'Home', icon: Compass, active: false },
          { href: '/app/travel', label: 'Travel', icon: Compass, active: place === '/app/travel' },
          { href: '/app/profile', label: 'Profile', icon: User, active: place === '/app/profile' },
        ]}
      />
      <LazyDialog open={open === 'form'} onClose={close} />
      <TripDialog open={open === 'trip'} onClose={close} />
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete Trip?"
        submitText="Delete Trip"
      >
        All trip data, including expenses and participants, is permanently deleted.
      </ConfirmDialog>
      <LazyToasts />
    </Navigation>
  )
}

const titles: Record<string, string> = { '/app/profile': 'Profile' }
