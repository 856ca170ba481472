// A large dialog with a menu, tabs, cards and a floating button.

import {
  CalendarDays,
  LayoutList,
  MessagesSquare,
  Pencil,
  Receipt,
  Trash2,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { people } from '#tests/ui/gallery/people.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { Menu } from '#web/ui/buttons/Menu.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { TabPanel, Tabs } from '#web/ui/navigation/Tabs.tsx'

const tabs = [
  { id: 'overview', label: 'Overview', icon: LayoutList },
  { id: 'itinerary', label: 'Itinerary', icon: CalendarDays },
  { id: 'chat', label: 'Chat', icon: MessagesSquare, badge: 3 },
  { id: 'expenses', label: 'Expenses', icon: Receipt },
  { id: 'participants', label: 'Participants', icon: UsersRound },
  { id: 'money', label: 'Money', icon: Wallet },
] as const

export function TripDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('overview')
  const [asking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Trip Details"
      padded={false}
      cards
      head={
        <>
          <div className="flex justify-end gutter">
            <IconButton label="Edit" icon={Pencil} />
            <Menu
              label="More actions"
              items={[
                { label: 'Delete Trip', icon: Trash2, tone: 'danger', onSelect: () => setAsking(true) },
              ]}
            />
          </div>
          <Tabs name="trip" label="Trip" tabs={tabs} selected={tab} onSelect={setTab} />
        </>
      }
    >
      <TabPanel name="trip" tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="gutter py-3">
          <SectionTitle level={3} count={people.length}>
            {tabs.find(({ id }) => id === tab)?.label}
          </SectionTitle>
          <List label="People">
            {people.map((person) => (
              <ListRow
                key={person.id}
                leading={<Avatar {...person} />}
                title={person.name}
                trailing={<BalanceAmount status="owes" text="HK$1,210.00" />}
              />
            ))}
          </List>
          <Fab label="Add Expense" within="dialog" />
        </div>
      </TabPanel>
      <ConfirmDialog
        open={asking}
        onClose={keep}
        onConfirm={keep}
        title="Delete Trip?"
        submitText="Delete Trip"
      >
        All trip data, including expenses and participants, is permanently deleted.
      </ConfirmDialog>
    </Dialog>
  )
}
