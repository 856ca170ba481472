// The fields of the form of an activity, rendered without a browser.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { ActivityFields } from '#web/itinerary/ActivityFields.tsx'
import type { FormField } from '#web/platform/forms/useCommandForm.ts'
import { type ActivityValues, newActivity } from '#web/itinerary/activityForm.ts'

test('The form has an input for each field of an activity', () => {
  const defaultValues = newActivity('2026-06-02')
  const named = new Set<string>()
  function Rendered() {
    const form = useForm<ActivityValues>({ defaultValues })
    const field: FormField<ActivityValues> = (name) => {
      named.add(name)
      return { ...form.register(name), error: undefined }
    }
    return createElement(ActivityFields, {
      field,
      control: form.control as never,
      setValue: form.setValue,
      days: [],
      others: [],
      onPreparing: () => undefined,
      stored: [],
    })
  }
  renderToStaticMarkup(createElement(Rendered))
  expect([...named].toSorted()).toEqual(Object.keys(defaultValues).toSorted())
})
