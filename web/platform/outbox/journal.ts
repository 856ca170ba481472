// Commands that the store has not taken when the page is left, in local storage, because that writes synchronously. The next
// page adds them to its queue. A page that comes back sends them, too, with the same key, so the server counts them once.

import { attempt, keysWith, readItem, removeStored, writeItem } from '#web/platform/localStorage.ts'
import type { OutboxCommand } from '#web/platform/outbox/outboxCommand.ts'

const PREFIX = 'unsent:'

export function createJournal() {
  /** Keys of the commands that this page wrote. */
  const written = new Set<string>()
  return {
    write(commands: readonly OutboxCommand[]): void {
      for (const command of commands)
        if (writeItem(PREFIX + command.key, JSON.stringify(command))) written.add(command.key)
    },
    /** The commands that earlier pages wrote, oldest first. */
    read(): OutboxCommand[] {
      const commands = keysWith(PREFIX).flatMap(
        (name) => attempt(() => JSON.parse(readItem(name) ?? '') as OutboxCommand) ?? [],
      )
      return commands.sort((a, b) => a.at.localeCompare(b.at))
    },
    /** The other commands that this page wrote are stored, sent or discarded by now. */
    removeAllExcept(commands: readonly OutboxCommand[]): void {
      const remaining = new Set(commands.map(({ key }) => key))
      for (const key of written) {
        if (remaining.has(key)) continue
        written.delete(key)
        removeStored(PREFIX + key)
      }
    },
  }
}
