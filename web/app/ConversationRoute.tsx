// The route of a conversation: the chat's screen, with a column from other features beside it.

import { ConversationScreen } from '#web/chat/view/ConversationScreen.tsx'

const loadAside = async () => (await import('#web/app/ConversationAside.tsx')).ConversationAside

export const ConversationRoute = ({ id = '' }: { id?: string }) => (
  <ConversationScreen conversationId={id} loadAside={loadAside} />
)
