// The address of a trip, selected, where the browser does not let it be copied by itself.

import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

export function TripAddressDialog({ address, ...state }: DialogState & { address: string }) {
  return (
    <Dialog {...state} title="Share trip">
      <TextField
        label="The address could not be copied"
        readOnly
        data-autofocus
        value={address}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  )
}
