// A new group: its name and who is in it. What was typed stays until the group is there or the form is cancelled.

import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { useSnapshot } from 'valtio'
import type { StartConversation } from '#core/chat/bodies.ts'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { chatLimits, startConversation } from '#core/chat/contract.ts'
import { listUsers } from '#core/people/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { send } from '#web/platform/send.ts'
import { session } from '#web/platform/session.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { ContactChooser } from '#web/chat/list/ContactChooser.tsx'
import type { GroupValues } from '#web/chat/list/groupForm.ts'
import { blankGroup, groupResolver } from '#web/chat/list/groupForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to create chat'

export interface CreateGroupDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (conversation: ConversationResponse) => void
}

export function CreateGroupDialog({ open, onClose, onCreated }: CreateGroupDialogProps) {
  const myId = useSnapshot(session).user?.id
  const people = useQuery(listUsers, open ? {} : null)
  const contacts = people.data?.data.filter(({ id }) => id !== myId)
  const form = useForm<GroupValues, unknown, StartConversation>({
    mode: 'onChange',
    resolver: groupResolver,
    defaultValues: blankGroup,
  })
  const { errors, isValid } = form.formState
  const { field } = useController({ control: form.control, name: 'participant_ids' })
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()

  const draft = useFormDraft(form, {
    open,
    about: 'group',
    start() {
      setError(undefined)
      return blankGroup
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }
  const create = async (body: StartConversation) => {
    setError(undefined)
    try {
      const sent = await send({
        call: startConversation,
        body,
        lane: 'conversations',
        touches: ['/conversations'],
      })
      finish()
      if (sent.state === 'waiting') return toast.waiting(sent, FAILED)
      toast.success('Chat created successfully!')
      onCreated(sent.answer.conversation)
    } catch (failure) {
      setError(showRefusal(failure, ['name', 'description', 'participant_ids'], form.setError, FAILED))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create Group Chat"
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(create)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={finish}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isValid} busy={isSubmitting} busyText="Creating...">
            Create Group
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RestoredNote {...draft} />
        {error !== undefined && <Banner tone="danger">{error}</Banner>}
        <TextField
          label="Group Name"
          autoComplete="off"
          maxLength={chatLimits.group.name.max}
          {...form.register('name')}
          error={errors.name?.message}
        />
        <TextAreaField
          label="Description (Optional)"
          rows={2}
          maxLength={chatLimits.group.description.max}
          {...form.register('description')}
          error={errors.description?.message}
        />
        {contacts ? (
          <ContactChooser
            contacts={contacts}
            selected={field.value}
            onChange={field.onChange}
            error={errors.participant_ids?.message}
          />
        ) : people.error && !people.isLoading ? (
          <ErrorState
            message="Failed to load contacts. Please make sure you are logged in."
            onRetry={() => void people.reload()}
          />
        ) : (
          <SkeletonList rows={4} label="Loading contacts..." />
        )}
      </div>
    </Dialog>
  )
}
