// The chat's state in this tab, observed by its screens through `useSnapshot`.

import { proxy } from 'valtio'
import { emptyChatState } from '#web/chat/engine/chatState.ts'

export const chatState = proxy(emptyChatState())
