// The rendered rows follow the timeline in steps: a step changes the start of the list or any other part, not both at
// once.

import { describe, expect, test } from 'vitest'
import type { Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { type Step, nextStep } from '#web/chat/view/useSteppedRows.ts'

/** 'm3' is message 3, 'd' a day separator, 'new' the separator above unread messages. */
function rows(...keys: string[]): Row[] {
  return keys.map((key): Row => {
    if (key === 'new') return { type: 'new', key }
    if (!key.startsWith('m')) return { type: 'date', key, day: '2026-06-12' }
    const sender = { id: 'a', username: 'ann' }
    return {
      type: 'message',
      key,
      seq: Number(key.slice(1)),
      content: key,
      messageType: 'text',
      sender,
      replyTo: null,
      at: '2026-06-12T10:00:00Z',
      isEdited: false,
      isDeleted: false,
      reactions: [],
      files: [],
      isOwn: false,
      status: null,
      isMemoryOnly: false,
      error: null,
      startsRun: true,
      endsRun: true,
    }
  })
}

const at = (shown: Row[]): Step => ({ rows: shown, atStart: false, jumps: 0 })
const keys = (step: Step) => step.rows.map(({ key }) => key)

describe('the next step', () => {
  test('The next step shows all rows at once where only the end changes', () => {
    const target = rows('d', 'm1', 'm2', 'm3')
    expect(nextStep(at(rows('d', 'm1')), target)).toEqual({ rows: target, atStart: false, jumps: 0 })
  })

  test('The next step shows all rows at once where only the start changes, and marks the shift', () => {
    const target = rows('d', 'm1', 'm2', 'm3')
    expect(nextStep(at(rows('d', 'm3')), target)).toEqual({ rows: target, atStart: true, jumps: 0 })
  })

  test('The next step changes the start first where both ends change, then the end', () => {
    const target = rows('d', 'm2', 'm3', 'm4')
    const first = nextStep(at(rows('d', 'm4', 'm5', 'm6')), target)
    expect(first.atStart).toBe(true)
    expect(keys(first)).toEqual(['d', 'm2', 'm3', 'm4', 'm5', 'm6'])
    const second = nextStep(first, target)
    expect(second).toEqual({ rows: target, atStart: false, jumps: 0 })
  })

  test('The next step treats a row removed at the start as a change of the start', () => {
    const target = rows('d', 'm3', 'm4')
    const step = nextStep(at(rows('d', 'm1', 'm2', 'm3', 'm4')), target)
    expect(step.atStart).toBe(true)
    expect(keys(step)).toEqual(['d', 'm3', 'm4'])
  })

  test('The next step treats a separator that appears above a message as a change of the start', () => {
    expect(nextStep(at(rows('d', 'm1', 'm2')), rows('d', 'm1', 'new', 'm2')).atStart).toBe(false)
    expect(nextStep(at(rows('d', 'm1', 'm2')), rows('d', 'new', 'm1', 'm2')).atStart).toBe(true)
  })

  test('The next step starts over where none of the shown rows remains', () => {
    const elsewhere = rows('d', 'm90', 'm91')
    expect(nextStep(at(rows('d', 'm1', 'm2')), elsewhere)).toEqual({
      rows: elsewhere,
      atStart: false,
      jumps: 1,
    })
  })

  test('The next step does not start over with the first messages of all', () => {
    expect(nextStep(at([]), rows('d', 'm1')).jumps).toBe(0)
  })

  test('Two steps reach the target, whatever changed', () => {
    const all = Array.from({ length: 12 }, (_, i) => `m${i + 1}`)
    for (let from = 0; from < 8; from++)
      for (let to = 0; to < 8; to++) {
        const target = rows('d', ...all.slice(to, to + 4))
        let step = nextStep(at(rows('d', ...all.slice(from, from + 4))), target)
        if (step.rows !== target) step = nextStep(step, target)
        expect(step.rows).toBe(target)
      }
  })
})
