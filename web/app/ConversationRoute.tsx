// The route of a conversation: the chat's screen, with a column from other features beside it.

import { withReceipts } from '#web/app/withReceipts.tsx'
import { ConversationScreen } from '#web/chat/view/ConversationScreen.tsx'

const loadAside = async () => (await import('#web/app/ConversationAside.tsx')).ConversationAside

const Screen = withReceipts(ConversationScreen)

export const ConversationRoute = ({ id = '' }: { id?: string }) => (
  <Screen conversationId={id} loadAside={loadAside} />
)
