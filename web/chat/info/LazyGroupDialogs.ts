// The dialogs that change a group, loaded on demand.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyEditGroupDialog = lazyDialog(
  async () => (await import('#web/chat/info/GroupDialogs.tsx')).EditGroupDialog,
)
export const LazyAddPeopleDialog = lazyDialog(
  async () => (await import('#web/chat/info/GroupDialogs.tsx')).AddPeopleDialog,
)
