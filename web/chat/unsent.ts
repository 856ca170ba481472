// What of the outbox is a message, or the change of one.

import { editMessage, sendMessage } from '#core/chat/contract.ts'

/** @param path of a call */
export const isMessage = (path: string): boolean => path === sendMessage.path || path === editMessage.path
