// The number of unread messages, apart from the chat's code, so that the navigation can show it without loading that.

import { proxy } from 'valtio'

export const unread = proxy({ total: 0 })
