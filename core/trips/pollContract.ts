// The endpoints of polls, with the schemas of their bodies and their refusals.

import * as v from 'valibot'
import { endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import { requiredText } from '#core/kernel/textFields.ts'

export const pollLimits = {
  question: { max: 200 },
  option: { max: 80 },
  options: { min: 2, max: 10 },
} as const
const { question, option, options } = pollLimits

const TOO_FEW = `A poll has at least ${options.min} answers`

const answer = requiredText({
  ...option,
  required: 'This answer is empty',
  tooLong: `An answer has ${option.max} characters at most`,
})

/** Two answers that read the same are one. */
const sameText = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

export const PollBody = v.strictObject({
  question: requiredText({
    ...question,
    required: 'What do you want to ask?',
    tooLong: `A question has ${question.max} characters at most`,
  }),
  options: v.pipe(
    v.array(answer, TOO_FEW),
    v.minLength(options.min, TOO_FEW),
    v.maxLength(options.max, `A poll has at most ${options.max} answers`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { value } = dataset
      for (const [index, text] of value.entries()) {
        const isRepeated = value.slice(0, index).some((before) => sameText(before) === sameText(text))
        if (isRepeated)
          addIssue({
            message: 'This answer is there already',
            path: [{ type: 'array', origin: 'value', input: value, key: index, value: text }],
          })
      }
    }),
  ),
  many: v.optional(v.boolean('many must be true or false'), false),
  closesAt: v.pipe(
    v.nullish(v.pipe(v.string('closesAt must be a time'), v.isoTimestamp('closesAt must be a time')), null),
    v.transform((at) => at && new Date(at).toISOString()),
  ),
  conversationId: v.nullish(
    v.pipe(v.string('conversationId must be text'), v.maxLength(100, 'conversationId is too long')),
    null,
  ),
})
export type PollBody = v.InferInput<typeof PollBody>
export type ParsedPoll = v.InferOutput<typeof PollBody>

export const VoteBody = v.strictObject({
  optionIds: v.pipe(
    v.array(v.string('Answers are named by their ids'), 'Answers are named by their ids'),
    v.maxLength(options.max, 'Choose answers of this poll'),
  ),
})
export type VoteBody = v.InferInput<typeof VoteBody>

export const ClosePollBody = v.strictObject({
  winner: v.optional(v.nullable(v.string('winner must be the id of an answer'))),
})
export type ClosePollBody = v.InferInput<typeof ClosePollBody>

export interface PollResponse {
  id: string
  question: string
  many: boolean
  /** RFC 3339 UTC, as the other times. */
  closesAt: string | null
  closedAt: string | null
  winner: string | null
  /** `voters`: ids of users. */
  options: { id: string; text: string; voters: string[] }[]
  conversationId: string | null
  askedBy: { id: string; username: string }
  createdAt: string
}

export const listPolls = endpoint<{ polls: PollResponse[] }>('GET', '/trips/:tripId/polls')
export const openPoll = endpoint<{ poll: PollResponse }, PollBody>(
  'POST',
  '/trips/:tripId/polls',
  201,
  'trip-:tripId',
)
export const castVote = endpoint<{ poll: PollResponse }, VoteBody>('PUT', '/polls/:pollId/vote')
export const closePoll = endpoint<{ poll: PollResponse }, ClosePollBody>('POST', '/polls/:pollId/close')

/** Refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface PollNotes {
  openPoll: { refusals: 'LimitReached' }
  castVote: { refusals: 'PollClosed' }
  closePoll: { refusals: 'PollClosed' | 'PollIsTied' | 'NotYourPoll' }
}

export const pollRefusals = {
  PollClosed: { status: 409, text: 'This poll is closed' },
  PollIsTied: { status: 409, text: 'Several answers have the most votes. Choose one of them.' },
  NotYourPoll: {
    status: 403,
    code: 'ACCESS_DENIED',
    text: 'Only who asked and the organizer close a poll',
  },
} as const satisfies RefusalTable
