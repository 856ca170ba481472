// Who has read an own message and when, and who has not.

import { useEffect } from 'react'
import { listReaders } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { MessageRow, Readers } from '#web/chat/engine/timeline/timelineRows.ts'
import { listTime } from '#web/chat/messageTimes.ts'
import { messagePreview } from '#web/chat/messagePreview.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'

interface MessageInfoDialogProps extends DialogState {
  conversationId: string
  row: MessageRow | null
  /** As far as this device knows; the server adds the times. */
  readers: Readers | null
}

export function MessageInfoDialog({ open, onClose, conversationId, ...props }: MessageInfoDialogProps) {
  const [row] = useValueWhenOpened(open, props.row)
  const [atOpening] = useValueWhenOpened(open, props.readers)
  const readers = props.readers ?? atOpening
  const now = useNow()
  const query = useQuery(listReaders, open && row ? { conversationId, messageId: row.key } : null)
  const readCount = readers?.read.length
  const { reload } = query
  // Somebody has read it meanwhile, or it was asked for before.
  useEffect(() => {
    if (open) void reload()
  }, [open, readCount, reload])
  if (!row || !readers) return null
  const times = new Map(query.data?.readers.map(({ id, at }) => [id, at]))
  const timeOf = ({ id }: ChatPerson) => {
    const at = times.get(id)
    return at ? listTime(Date.parse(at), now) : ''
  }
  const { read, unread } = readers
  return (
    <Dialog open={open} onClose={onClose} title="Info" size="sm">
      <p className="mb-4 line-clamp-3 rounded-bubble bg-own-bubble px-3 py-1.5 wrap-anywhere">
        <bdi>{messagePreview(row.content)}</bdi>
      </p>
      <People
        title={`Read by ${read.length} of ${read.length + unread.length}`}
        people={read}
        detailOf={timeOf}
      />
      {unread.length > 0 && <People title="Not yet" people={unread} />}
    </Dialog>
  )
}

interface PeopleProps {
  title: string
  people: readonly ChatPerson[]
  detailOf?: (person: ChatPerson) => string
}

function People({ title, people, detailOf }: PeopleProps) {
  return (
    <section aria-label={title} className="pb-2">
      <h3 className="text-secondary text-muted">{title}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-3">
            <Avatar id={person.id} name={person.username} size="sm" />
            <span className="min-w-0 flex-1 truncate">
              <bdi>{person.username}</bdi>
            </span>
            <span className="text-secondary text-muted tabular-nums">{detailOf?.(person)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
