// The dialogs that change a group, loaded on demand.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const EditGroupDialog = lazyDialog(
  async () => (await import('#web/chat/info/GroupDialogs.tsx')).EditGroupDialog,
)
export const AddPeopleDialog = lazyDialog(
  async () => (await import('#web/chat/info/GroupDialogs.tsx')).AddPeopleDialog,
)
