// What a screen reader announces of an open conversation.

import { expect, test } from 'vitest'
import { emptyTimeline, withMessage, withNewestSeq, withPage } from '#web/chat/engine/timeline/timeline.ts'
import { type Announced, withNewest } from '#web/chat/messagePreview.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'

/** Ann's screen, with the conversation as it was loaded. */
function opened() {
  const model = conversationModel()
  model.say(ben, 'old')
  const newest = { type: 'newest', limit: 50, jump: true, epoch: 0 } as const
  let timeline = emptyTimeline
  let announced: Announced = { seq: null, text: '' }
  const show = (next: typeof timeline): string => {
    timeline = next
    announced = withNewest(announced, timeline, ann.id)
    return announced.text
  }
  show(emptyTimeline)
  show(withPage(timeline, newest, model.page(newest)))
  return {
    model,
    announcedText: () => announced.text,
    receive: (message: ReturnType<typeof model.say>) => show(withMessage(timeline, message)),
    rejoin: () => show(withNewestSeq(timeline, model.messages.length)),
    fetchPage: () => show(withPage(timeline, newest, model.page(newest))),
  }
}

test('Messages that were there when the conversation opened are not announced', () => {
  const { announcedText } = opened()
  expect(announcedText()).toBe('')
})

test('A new message of somebody else is announced, an own one is not', () => {
  const { model, receive } = opened()
  expect(receive(model.say(ben, 'Hello'))).toBe('ben: Hello')
  expect(receive(model.say(ann, 'Hi'))).toBe('ben: Hello')
})

test('A message that was missed during a disconnection is announced when its page arrives', () => {
  const { model, rejoin, fetchPage } = opened()
  model.say(ben, 'Where are you?')
  expect(rejoin()).toBe('')
  expect(fetchPage()).toBe('ben: Where are you?')
})

test('A message with the text of the one before is announced again, as another text', () => {
  const { model, receive } = opened()
  const texts = [receive(model.say(ben, 'Yes')), receive(model.say(ben, 'Yes'))]
  expect(texts).toEqual(['ben: Yes', 'ben: Yes\u00a0'])
})
