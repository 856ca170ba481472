// The fields of an activity. The end keeps its distance when the start moves, and a lane shows what the day has already.

import { MoveRight, TriangleAlert } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import {
  type ActivityEntry,
  type ItemResponse,
  isInOrder,
  itineraryLimits,
} from '#core/itinerary/contract.ts'
import { endAfter, freeUntil, isOverlap, minuteOfTime } from '#web/itinerary/dayPlan.ts'
import { ACTIVITY_STATUSES } from '#core/itinerary/activity.ts'
import { DayChips } from '#web/itinerary/DayChips.tsx'
import { DayLane } from '#web/itinerary/DayLane.tsx'
import type { TripDay } from '#web/itinerary/days.ts'
import type { ActivityValues } from '#web/itinerary/activityForm.ts'
import { durationText, activityStatusLabels } from '#web/itinerary/activityLabels.ts'
import type { FormField } from '#web/platform/forms/useCommandForm.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { LazyFilesField } from '#web/records/files/LazyFilesField.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { SegmentField } from '#web/ui/fields/SegmentField.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface ActivityFieldsProps {
  field: FormField<ActivityValues>
  control: Control<ActivityValues, unknown, ActivityEntry>
  setValue: UseFormSetValue<ActivityValues>
  /** To choose from. */
  days: readonly TripDay[]
  /** The other activities of the trip. */
  others: readonly ItemResponse[]
  /** Whether a photo is made small now. */
  onPreparing: (isPreparing: boolean) => void
  /** Hashes of the files that the activity has already. */
  stored: readonly string[]
}

const statuses = ACTIVITY_STATUSES.map((status) => ({
  value: status,
  label: activityStatusLabels[status].label,
}))

export function ActivityFields({
  field,
  control,
  setValue,
  days,
  others,
  onPreparing,
  stored,
}: ActivityFieldsProps) {
  const [title, date, startTime, endTime, attachments] = useWatch({
    control,
    name: ['title', 'date', 'startTime', 'endTime', 'attachments'],
  })
  const { moved, onStart, onEnd } = useMovedEnd(startTime, endTime, (end) =>
    setValue('endTime', end, { shouldDirty: true, shouldValidate: true }),
  )
  const isValid = startTime !== '' && (endTime === '' || isInOrder(startTime, endTime))
  const own = isValid ? { startTime, endTime: endTime === '' ? null : endTime } : null
  const ofDay = others.filter((other) => other.date === date && other.status !== 'cancelled')
  const { error: _, ...status } = field('status')
  const { error: dateError } = field('date')
  const { error: filesError } = field('attachments')
  return (
    <>
      <TextField label="Title" autoComplete="off" maxLength={itineraryLimits.title} {...field('title')} />
      <div>
        <DayChips
          days={days}
          selected={date}
          today={useToday()}
          onSelect={(to) => setValue('date', to, { shouldDirty: true, shouldValidate: true })}
        />
        <ErrorText text={dateError} />
      </div>
      <div className="grid gap-3">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-x-3 gap-y-5 sm:gap-x-5">
          <DateField
            type="time"
            label="Start time"
            step={itineraryLimits.stepMinutes * 60}
            {...field('startTime', { deps: 'endTime', onChange: onStart })}
          />
          <DateField
            type="time"
            label="End time"
            step={itineraryLimits.stepMinutes * 60}
            {...field('endTime', { onChange: onEnd })}
          />
        </div>
        <TimesNote own={own} ofDay={ofDay} moved={moved} />
        <DayLane others={ofDay} own={own} />
      </div>
      <TextField
        label="Location (Optional)"
        autoComplete="off"
        maxLength={itineraryLimits.location}
        {...field('location')}
      />
      <SegmentField label="Status" options={statuses} {...status} />
      <TextAreaField
        label="Description (Optional)"
        placeholder="What to bring, where to meet"
        maxLength={itineraryLimits.description}
        {...field('description')}
      />
      <div>
        <LazyFilesField
          label="Attachments"
          prompt="Photos and PDF files"
          owner="activity"
          files={attachments}
          onFiles={(files) => setValue('attachments', files, { shouldDirty: true, shouldValidate: true })}
          onPreparing={onPreparing}
          stored={stored}
          record={{ id: 'activity', title: title || 'New activity', caption: '' }}
        />
        <ErrorText text={filesError} />
      </div>
    </>
  )
}

/**
 * Moves the end along with the start, and keeps the length while a start is typed in two halves. An end that is not
 * after its start is somebody's mistake to mend, and does not move.
 * @returns `moved`: its length after that, 'still 1 h'; undefined once other times are set, as by Clear
 */
function useMovedEnd(startTime: string, endTime: string, setEnd: (end: string) => void) {
  /** Before the first move, and the end that the last one set. */
  const kept = useRef<{ length: number; end: string }>(null)
  const [moved, setMoved] = useState<{ start: string; end: string; text: string }>()
  return {
    moved: moved?.start === startTime && moved.end === endTime ? moved.text : undefined,
    onStart({ target: { value } }: ChangeEvent<HTMLInputElement>) {
      if (kept.current?.end !== endTime) {
        const hasLength = startTime !== '' && endTime !== '' && isInOrder(startTime, endTime)
        const length = hasLength ? minuteOfTime(endTime) - minuteOfTime(startTime) : null
        kept.current = length === null ? null : { length, end: endTime }
      }
      if (value === '' || kept.current === null) return
      const { length } = kept.current
      const end = endAfter(value, length)
      kept.current = { length, end: end ?? '' }
      setEnd(end ?? '')
      const minutes = end === null ? 0 : minuteOfTime(end) - minuteOfTime(value)
      const still = minutes === length ? 'still ' : ''
      setMoved(end === null ? undefined : { start: value, end, text: `${still}${durationText(minutes)}` })
    },
    onEnd() {
      kept.current = null
      setMoved(undefined)
    },
  }
}

interface TimesNoteProps {
  own: Pick<ItemResponse, 'startTime' | 'endTime'> | null
  ofDay: readonly ItemResponse[]
  moved: string | undefined
}

/** Keeps the room of a line while the times are invalid, so that nothing moves. */
function TimesNote({ own, ofDay, moved }: TimesNoteProps) {
  const overlapping = own === null ? [] : ofDay.filter((other) => isOverlap(own, other))
  const until = own && freeUntil(ofDay, own.endTime ?? own.startTime)
  return (
    <p role="status" className="flex min-h-5 gap-2 text-secondary text-primary">
      {own && moved !== undefined && (
        <MoveRight aria-hidden className="mt-0.5 size-4 shrink-0 rtl:rotate-180" />
      )}
      {own && (
        <span className="min-w-0">
          {moved !== undefined && <span>{`End moved along: ${moved}. `}</span>}
          {overlapping.length > 0 ? (
            <span className="font-medium text-warning">
              <TriangleAlert aria-hidden className="me-1 inline size-4 align-[-3px]" />
              Overlaps with <bdi>{overlapping.map(({ title }) => title).join(', ')}</bdi>.
            </span>
          ) : (
            <span>{until === null ? 'Free for the rest of the day.' : `Free until ${until}.`}</span>
          )}
        </span>
      )}
    </p>
  )
}
