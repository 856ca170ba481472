// A conversation with what other features tell of its trip.

import { ConversationScreen } from '#web/chat/view/ConversationScreen.tsx'

const loadAside = async () => (await import('#web/app/ConversationAside.tsx')).ConversationAside

export const ConversationRoute = ({ id = '' }: { id?: string }) => (
  <ConversationScreen conversationId={id} loadAside={loadAside} />
)
