// A message whose photos were refused in part: the others go, and the refused ones stay as a message of their own.

import type { AttachedFile } from '#core/kernel/files.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import { sendMessage } from '#core/chat/contract.ts'
import {
  isEndpoint,
  type DeliveryResult,
  type OrderedCommand,
  type SendRefusal,
} from '#web/platform/outbox/outboxCommand.ts'
import { filesInBody } from '#web/platform/outbox/waitingFile.ts'

/** @param key of the message that holds the refused ones */
export function splitRefused(
  { order: _, ...command }: OrderedCommand,
  refusals: ReadonlyMap<string, SendRefusal>,
  key: string,
): DeliveryResult {
  const { endpoint, params, by } = command
  const [refusal] = refusals.values()
  const isRefused = ({ hash }: AttachedFile) => refusals.has(hash)
  const files = filesInBody(command.body)
  const accepted = files.filter((file) => !isRefused(file))
  if (accepted.length === 0 || !isEndpoint(command, sendMessage))
    return { state: 'refused', refusal: refusal! }
  const body = command.body as object
  const rest = { content: '', client_message_id: key, files: files.filter(isRefused) }
  return {
    state: 'split',
    commands: [
      { ...command, body: { ...body, files: accepted } },
      {
        ...command,
        ...{ key, id: newIdOf(endpoint, params, by, key), refusal: refusal! },
        body: { ...body, ...rest },
      },
    ],
  }
}
