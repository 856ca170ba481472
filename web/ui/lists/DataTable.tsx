// A table with sortable columns; on narrow screens the same rows as cards with a sort picker. The caller sorts the rows.

import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Fragment, type ReactNode, use } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { List } from '#web/ui/lists/List.tsx'
import { WithinPane } from '#web/ui/dialogs/Pane.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'

export interface Column<Row, Key extends string> {
  key: Key
  header: string
  render: (row: Row) => ReactNode
  /** Of a sortable column: the names of its two orders where there are no column headings: 'Newest first'. */
  orders?: Record<Sort<Key>['order'], string>
  align?: 'start' | 'end'
}

export interface Sort<Key extends string> {
  by: Key
  order: 'asc' | 'desc'
}

/** Rows below a heading; without one when not grouped. */
export interface RowGroup<Row> {
  key: string
  rows: readonly Row[]
  heading?: { title: string; note: string }
}

export interface DataTableProps<Row, Key extends string> {
  caption: string
  columns: readonly Column<Row, Key>[]
  groups: readonly RowGroup<Row>[]
  rowKey: (row: Row) => string
  sort: Sort<Key>
  onSort: (sort: Sort<Key>) => void
  /** One row as an `<li>`: a `ListRow`. */
  renderCard: (row: Row) => ReactNode
}

export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  // Its columns need about 800 px, and no dialog of a tablet is as wide. Within a pane, a list and a rail stand beside it.
  const fromPx = use(WithinPane) ? 1280 : LARGE_PX
  return useWide(fromPx) ? <WideTable {...props} /> : <Cards {...props} />
}

function WideTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { caption, columns, groups, rowKey, sort, onSort } = props
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-secondary text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.key === sort.by ? spoken[sort.order] : undefined}
                className={classes(
                  'px-1.5 py-1 font-medium',
                  column.align === 'end' ? 'text-end' : 'text-start',
                )}
              >
                {column.orders ? (
                  <SortButton column={column} sort={sort} onSort={onSort} />
                ) : (
                  <span className="inline-flex min-h-11 items-center px-2.5">{column.header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ key, rows, heading }) => (
          <tbody key={key} className="divide-y divide-line not-last:border-b not-last:border-line">
            {heading && (
              <tr className="bg-surface-2">
                <th scope="rowgroup" colSpan={columns.length} className="px-4 py-2 text-start">
                  <GroupHeading {...heading} />
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={rowKey(row)} className="transition-colors duration-press hover:bg-surface-2">
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classes('h-14 px-4 py-2', column.align === 'end' && 'text-end')}
                  >
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

interface SortButtonProps<Row, Key extends string> extends Pick<DataTableProps<Row, Key>, 'sort' | 'onSort'> {
  column: Column<Row, Key>
}

function SortButton<Row, Key extends string>({ column, sort, onSort }: SortButtonProps<Row, Key>) {
  const active = column.key === sort.by
  const Icon = active ? (sort.order === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown
  return (
    <button
      type="button"
      onClick={() => onSort({ by: column.key, order: active ? flipped[sort.order] : 'desc' })}
      className={classes(
        'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 transition-colors duration-press hover:text-text',
        column.align === 'end' && 'flex-row-reverse',
        active && 'text-primary',
      )}
    >
      <span>{column.header}</span>
      <Icon aria-hidden className={classes('size-4', !active && 'opacity-60')} />
    </button>
  )
}

const flipped = { asc: 'desc', desc: 'asc' } as const

function Cards<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { caption, columns, groups, rowKey, sort, onSort, renderCard } = props
  const sortable = columns.filter((column) => column.orders)
  const orders = columns.find((column) => column.key === sort.by)?.orders ?? {
    asc: 'Ascending',
    desc: 'Descending',
  }
  const Icon = sort.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <>
      {sortable.length > 0 && (
        <div className="mb-3 flex flex-wrap gap-2">
          <SelectField
            label="Sort by"
            hideLabel
            className="flex-[1_1_9rem]"
            value={sort.by}
            onChange={(event) => onSort({ ...sort, by: event.target.value as Key })}
            options={sortable.map((column) => ({ value: column.key, label: `Sort by ${column.header}` }))}
          />
          <Button
            variant="secondary"
            icon={Icon}
            onClick={() => onSort({ ...sort, order: flipped[sort.order] })}
          >
            {orders[sort.order]}
          </Button>
        </div>
      )}
      <div className="grid gap-4">
        {groups.map(({ key, rows, heading }) => (
          <div key={key}>
            {heading && (
              <h3 className="mb-2">
                <GroupHeading {...heading} />
              </h3>
            )}
            <List label={heading?.title ?? caption}>
              {rows.map((row) => (
                <Fragment key={rowKey(row)}>{renderCard(row)}</Fragment>
              ))}
            </List>
          </div>
        ))}
      </div>
    </>
  )
}

const GroupHeading = ({ title, note }: { title: string; note: string }) => (
  <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
    <bdi>{title}</bdi> <span className="tabular-nums">{note}</span>
  </span>
)
