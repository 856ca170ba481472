// How many messages wait to be read, for whoever shows it without the chat's own code.

import { proxy } from 'valtio'

export const unread = proxy({ total: 0 })
