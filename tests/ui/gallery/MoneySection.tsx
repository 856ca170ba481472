// Figures: cards, rows, bars, sums and a table.

import { Plane, Trash2, Utensils } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Column, DataTable, type Sort } from '#web/ui/lists/DataTable.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { BalanceAmount, Money } from '#web/ui/Money.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

interface Row {
  description: string
  amount: string
  date: string
}

const rows: Row[] = [
  { description: 'Dinner', amount: 'HK$640.00', date: '12 Dec 2026' },
  { description: 'Taxi', amount: 'HK$86.50', date: '13 Dec 2026' },
]

const columns: Column<Row, keyof Row>[] = [
  {
    key: 'description',
    header: 'Description',
    orders: { asc: 'A to Z', desc: 'Z to A' },
    render: (row) => row.description,
  },
  { key: 'date', header: 'Date', orders: { asc: 'A to Z', desc: 'Z to A' }, render: (row) => row.date },
  {
    key: 'amount',
    header: 'Amount',
    orders: { asc: 'Smallest first', desc: 'Largest first' },
    align: 'end',
    render: (row) => <Money text={row.amount} className="font-semibold" />,
  },
]

const nothing = () => undefined

export function MoneySection() {
  const [sort, setSort] = useState<Sort<keyof Row>>({ by: 'date', order: 'desc' })
  return (
    <section className="grid gap-4">
      <SectionTitle count={14}>Expenses</SectionTitle>
      <List label="Recent expenses">
        <ListRow
          onPress={nothing}
          leading={
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-field bg-accent-soft text-accent">
              <Utensils aria-hidden className="size-5" />
            </span>
          }
          title="Dinner at Nishiki"
          detail="alice paid"
          trailing={<Money text="HK$640.00" className="font-semibold" />}
          trailingDetail="You borrowed HK$160.00"
        />
        <ListRow
          onPress={nothing}
          leading={
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-field bg-info-soft text-info">
              <Plane aria-hidden className="size-5" />
            </span>
          }
          title="Flights for everybody, including the two extra bags and the seats nobody wanted"
          detail={<SyncMark />}
          trailing={<Money text="HK$999,999.99" className="font-semibold" />}
        />
        <ListRow
          leading={<Avatar id="u3" name="كارول الحسن" />}
          title="كارول الحسن"
          detail="member"
          trailing={<BalanceAmount status="owes" text="HK$210.00" />}
          actions={<IconButton label="Remove كارول الحسن" icon={Trash2} tone="muted" />}
        />
        <ListRow
          leading={<Avatar id="u5" name="陳大文" />}
          title="陳大文"
          detail="guest"
          trailing={<BalanceAmount status="owed" text="HK$420.00" />}
        />
        <ListRow
          href="/app/contacts/u7"
          more
          leading={<Avatar id="u7" name="erin" />}
          title="erin"
          trailing={<BalanceAmount status="settled" text="HK$0.00" />}
        />
      </List>
      <Card className="grid gap-4"></Card>
      <Card>
        <DetailList
          details={[
            { name: 'Total contributions', value: 'HK$3,000.00' },
            { name: 'Total expenses', value: '\u2212HK$1,200.00' },
            { name: 'Current balance', value: 'HK$1,800.00', isTotal: true },
          ]}
        />
      </Card>
      <DataTable
        caption="All expenses"
        columns={columns}
        groups={[{ key: '', rows }]}
        rowKey={(row) => row.description}
        sort={sort}
        onSort={setSort}
        renderCard={(row) => (
          <ListRow
            title={row.description}
            detail={row.date}
            trailing={<Money text={row.amount} className="font-semibold" />}
          />
        )}
      />
    </section>
  )
}
