// Creates a group: its name and its participants.

import { useController } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import { type ParsedStartConversation, StartConversationBody } from '#core/chat/bodies.ts'
import { type ConversationResponse, chatRefusals, startConversation } from '#core/chat/contract.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { listUsers } from '#core/people/contract.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { session } from '#web/platform/session/session.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useContactsFailed } from '#web/chat/contacts/useContactsFailed.ts'
import { failures } from '#web/records/failures.ts'
import { ContactChooser } from '#web/chat/list/ContactChooser.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const FAILED = failures.conversation.add

interface Values {
  name: string
  description: string
  participant_ids: string[]
}

const blank: Values = { name: '', description: '', participant_ids: [] }

const resolver = resolverOf<Values, ParsedStartConversation>(StartConversationBody, {
  read: (values) => ({ type: 'group', ...values }),
  also: ({ participant_ids: ids }) => {
    const tooMany = ids.length > chatLimits.group.others
    return tooMany ? { participant_ids: chatRefusals.TooManyPeople.text } : {}
  },
})

interface CreateGroupDialogProps extends DialogState {
  onCreated: (conversation: ConversationResponse) => void
}

export function CreateGroupDialog({ open, onClose, onCreated }: CreateGroupDialogProps) {
  const myId = useSnapshot(session).user?.id
  const people = useQuery(listUsers, open ? {} : null)
  const contactsFailed = useContactsFailed(people.data !== null)
  const contacts = people.data?.data.filter(({ id }) => id !== myId)
  const { form, dialog, field } = useCommandForm<Values, ParsedStartConversation>({
    open,
    onClose,
    draftName: 'group',
    resolver,
    initialValues: () => blank,
    failed: FAILED,
    async submit(body, close) {
      const { outcome } = dispatch({
        endpoint: startConversation,
        body,
        lane: 'conversations',
        touches: ['/conversations'],
        decidedBy: 'server',
      })
      const sent = await outcome
      close()
      if (sent.state === 'waiting') return toast.waiting(sent, FAILED)
      toast.success('Chat created successfully!')
      onCreated(sent.response.conversation)
    },
  })
  const participants = useController({ control: form.control, name: 'participant_ids' })
  return (
    <FormDialog {...dialog} title="Create Group Chat" submitText="Create Group" busyText="Creating...">
      <TextField
        label="Group Name"
        autoComplete="off"
        maxLength={chatLimits.group.name.max}
        {...field('name')}
      />
      <TextAreaField
        label="Description (Optional)"
        rows={2}
        maxLength={chatLimits.group.description.max}
        {...field('description')}
      />
      {contacts ? (
        <ContactChooser
          contacts={contacts}
          selected={participants.field.value}
          onChange={participants.field.onChange}
          error={participants.fieldState.error?.message}
        />
      ) : (
        <Loaded
          query={people}
          failed={contactsFailed}
          skeleton={<SkeletonList rows={4} label="Loading contacts..." />}
        />
      )}
    </FormDialog>
  )
}
