// The dialogs that change a group: one its name and description, the other its people.

import type * as v from 'valibot'
import { useController } from 'react-hook-form'
import { AddToGroupBody, ChangeGroupBody } from '#core/chat/bodies.ts'
import { addToGroup, changeGroup, chatRefusals, type ConversationResponse } from '#core/chat/contract.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { listUsers } from '#core/people/contract.ts'
import { useContactsFailed } from '#web/chat/contacts/useContactsFailed.ts'
import { groupCommand } from '#web/chat/info/groupCommands.ts'
import { ContactChooser } from '#web/chat/list/ContactChooser.tsx'
import { resolverOf } from '#web/platform/forms/form.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { failures } from '#web/records/failures.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface GroupDialogProps extends DialogState {
  group: ConversationResponse
}

interface Texts {
  name: string
  description: string
}
type CheckedTexts = v.InferOutput<typeof ChangeGroupBody>
const textsResolver = resolverOf<Texts, CheckedTexts>(ChangeGroupBody)

export function EditGroupDialog({ open, onClose, ...props }: GroupDialogProps) {
  const [group] = useValueWhenOpened(open, props.group)
  const { id: conversationId } = group
  const { dialog, field } = useCommandForm<Texts, CheckedTexts>({
    open,
    onClose,
    draftName: `group ${conversationId}`,
    resolver: textsResolver,
    initialValues: () => ({ name: group.name, description: group.description ?? '' }),
    failed: failures.conversation.change,
    async submit({ name, description }, close) {
      // Only what was changed: somebody else may have changed the other.
      const body = {
        ...(name !== group.name && { name }),
        ...(description !== group.description && { description }),
      }
      const sent = await groupCommand({ endpoint: changeGroup, params: { conversationId }, body }).outcome
      close()
      toast.outcome(sent, 'Group updated', failures.conversation.change)
    },
  })
  return (
    <FormDialog {...dialog} title="Edit Group" size="sm" submitText="Save Changes" busyText="Saving...">
      <TextField
        label="Group Name"
        autoComplete="off"
        maxLength={chatLimits.group.name.max}
        {...field('name')}
      />
      <TextAreaField
        label="Description (Optional)"
        maxLength={chatLimits.group.description.max}
        {...field('description')}
      />
    </FormDialog>
  )
}

interface Chosen {
  participant_ids: string[]
}

export function AddPeopleDialog({ open, onClose, group }: GroupDialogProps) {
  const { id: conversationId, participants } = group
  const people = useQuery(listUsers, open ? {} : null)
  const contactsFailed = useContactsFailed(people.data !== null)
  const contacts = people.data?.data.filter(({ id }) => participants.every((person) => person.id !== id))
  const { form, dialog } = useCommandForm<Chosen, Chosen>({
    open,
    onClose,
    draftName: `people ${conversationId}`,
    resolver: resolverOf<Chosen, Chosen>(AddToGroupBody, {
      also: ({ participant_ids: ids }) =>
        participants.length + ids.length > chatLimits.group.others + 1
          ? { participant_ids: chatRefusals.TooManyPeople.text }
          : {},
    }),
    initialValues: () => ({ participant_ids: [] }),
    failed: failures.conversation.invite,
    async submit(body, close) {
      const sent = await groupCommand({ endpoint: addToGroup, params: { conversationId }, body }).outcome
      close()
      toast.outcome(sent, 'Added to the group', failures.conversation.invite)
    },
  })
  const chosen = useController({ control: form.control, name: 'participant_ids' })
  return (
    <FormDialog {...dialog} title="Add People" submitText="Add" busyText="Adding...">
      <p className="text-secondary text-muted">They read what is written from now on.</p>
      {contacts ? (
        <ContactChooser
          contacts={contacts}
          selected={chosen.field.value}
          onChange={chosen.field.onChange}
          error={chosen.fieldState.error?.message}
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
