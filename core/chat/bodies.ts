// The schemas of conversations' request bodies, with the texts of their refusals. They are not in contract.ts, so that
// a screen which only shows messages does not load them.

import * as v from 'valibot'
import { chatLimits } from '#core/chat/limits.ts'
import { captionIssue, messageIssue } from '#core/chat/messageIssue.ts'
import { attachedFiles } from '#core/kernel/fileFields.ts'
import { fileLimits, photoTypes } from '#core/kernel/files.ts'
import { optionalText, requiredName } from '#core/kernel/textFields.ts'
import { withPlainBreaks } from '#core/kernel/text.ts'
import { isUuid } from '#core/kernel/ids.ts'
import { isWebLink } from '#core/kernel/webLink.ts'

const NOT_MENTIONS = 'Mentions must be up to 50 parts of the text, each with the id of a person'
const NOT_A_TIME = 'until must be a time'

const isPhoto = (type: string): boolean => photoTypes.some((photo) => photo === type)

const contentOf = (issueOf: (text: string) => string | null) =>
  v.pipe(
    v.string('Message must be text'),
    v.transform((text) => withPlainBreaks(text)),
    v.rawCheck(({ dataset, addIssue }) => {
      const issue = dataset.typed ? issueOf(dataset.value) : null
      if (issue !== null) addIssue({ message: issue })
    }),
  )
const content = contentOf(messageIssue)
const caption = contentOf(captionIssue)

const natural = (least: number) =>
  v.pipe(v.number(NOT_MENTIONS), v.integer(NOT_MENTIONS), v.minValue(least, NOT_MENTIONS))
const mentionList = v.pipe(
  v.array(
    v.strictObject({ start: natural(0), length: natural(1), userId: v.string(NOT_MENTIONS) }, NOT_MENTIONS),
    NOT_MENTIONS,
  ),
  v.maxLength(chatLimits.mentions.max, NOT_MENTIONS),
)

export const SendMessageBody = v.pipe(
  v.strictObject({
    content: caption,
    message_type: v.optional(
      v.picklist(['text', 'image', 'file', 'system'], 'Message type must be text, image, file or system'),
      'text',
    ),
    client_message_id: v.nullish(
      v.pipe(
        v.string('client_message_id must be a UUID'),
        v.check(isUuid, 'client_message_id must be a UUID'),
      ),
    ),
    mentions: v.nullish(mentionList),
    reply_to: v.nullish(v.string('reply_to must be a message id')),
    /** Of an image or file; then the content is a caption, and may be empty. */
    files: v.optional(attachedFiles(fileLimits.ofMessage, 'Files')),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { content: text, message_type: type, files = [] } = dataset.value
    const field = (key: 'content' | 'files') => {
      const { value } = dataset
      return [{ type: 'object', origin: 'value', input: { ...value }, key, value: value[key] }] as [
        v.ObjectPathItem,
      ]
    }
    const hasType = type === 'image' || type === 'file'
    if (files.length > 0) {
      if (!hasType) addIssue({ message: 'A message with files is an image or a file', path: field('files') })
      else if (type === 'image' && !files.every((file) => isPhoto(file.type)))
        addIssue({ message: 'An image is a JPEG, PNG or WebP', path: field('files') })
      return
    }
    const issue = messageIssue(text)
    if (issue !== null) addIssue({ message: issue, path: field('content') })
    else if (hasType && !isWebLink(text.trim()))
      addIssue({ message: 'Message must be a valid HTTP/HTTPS URL', path: field('content') })
  }),
)
export type SendMessageBody = v.InferInput<typeof SendMessageBody>
export type ParsedSendMessage = v.InferOutput<typeof SendMessageBody>

/** Without `mentions`, those stay whose part of the text stays. */
export const EditMessageBody = v.strictObject({ content, mentions: v.nullish(mentionList) })
/** Of a message with files. */
export const EditCaptionBody = v.strictObject({ content: caption, mentions: v.nullish(mentionList) })
export const NotificationsBody = v.strictObject({
  level: v.picklist(['all', 'mentions', 'none'], 'Level must be all, mentions or none'),
  until: v.pipe(
    v.nullish(v.pipe(v.string(NOT_A_TIME), v.isoTimestamp(NOT_A_TIME)), null),
    // As all times of the server, so that they compare as texts.
    v.transform((time) => time && new Date(time).toISOString()),
  ),
})
export type NotificationsBody = v.InferInput<typeof NotificationsBody>
export const MarkReadBody = v.strictObject({ message_id: v.string('message_id is required') })

const { tripChat, group } = chatLimits

const tripChatName = requiredName({
  ...tripChat.name,
  required: 'Chat name is required',
  tooShort: `Chat name must be at least ${tripChat.name.min} characters`,
  // The specification's text; a name of exactly 50 characters is accepted.
  tooLong: `Chat name must be less than ${tripChat.name.max} characters`,
})
const chatDescription = optionalText({
  ...tripChat.description,
  tooLong: `Description must be ${tripChat.description.max} characters or less`,
})

export const TripChatBody = v.strictObject({ name: tripChatName, description: chatDescription })
export type TripChatBody = v.InferInput<typeof TripChatBody>
export const ChangeTripChatBody = v.strictObject({
  name: v.optional(tripChatName),
  description: v.optional(chatDescription),
})
export type ChangeTripChatBody = v.InferInput<typeof ChangeTripChatBody>

const participantIds = v.pipe(
  v.nullish(v.array(v.string('Participant ids must be text'), 'Please select at least one participant'), []),
  v.transform((ids) => [...new Set(ids)]),
  v.minLength(1, 'Please select at least one participant'),
)

const groupName = requiredName({
  ...group.name,
  required: 'Group name is required',
  tooLong: `Group name must be ${group.name.max} characters or less`,
})

export const ChangeGroupBody = v.strictObject({
  name: v.optional(groupName),
  description: v.optional(chatDescription),
})
export type ChangeGroupBody = v.InferInput<typeof ChangeGroupBody>
export const AddToGroupBody = v.strictObject({ participant_ids: participantIds })

export const StartConversationBody = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('direct'), participant_ids: participantIds }),
    v.strictObject({
      type: v.literal('group'),
      name: groupName,
      description: chatDescription,
      participant_ids: participantIds,
    }),
  ],
  'Type must be direct or group',
)
export type StartConversationBody = v.InferInput<typeof StartConversationBody>
export type ParsedStartConversation = v.InferOutput<typeof StartConversationBody>
