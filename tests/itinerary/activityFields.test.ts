// The fields of the form of an activity, rendered without a browser.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { loadWithoutBrowser } from '#tests/support/withoutBrowser.ts'
import type * as Fields from '#web/itinerary/ActivityFields.tsx'
import type { ActivityValues } from '#web/itinerary/activityForm.ts'
import type * as Form from '#web/itinerary/activityForm.ts'

let ActivityFields: (typeof Fields)['ActivityFields']
let newActivity: (typeof Form)['newActivity']

loadWithoutBrowser(async () => {
  ;({ ActivityFields } = await import('#web/itinerary/ActivityFields.tsx'))
  ;({ newActivity } = await import('#web/itinerary/activityForm.ts'))
})

test('The form has an input for each field of an activity', () => {
  const defaultValues = newActivity('2026-06-02')
  const named = new Set<string>()
  function Rendered() {
    const form = useForm<ActivityValues>({ defaultValues })
    const field = (name: keyof ActivityValues) => {
      named.add(name)
      return { ...form.register(name), error: undefined }
    }
    return createElement(ActivityFields, {
      field,
      control: form.control as never,
      setValue: form.setValue,
      days: [],
      others: [],
    })
  }
  renderToStaticMarkup(createElement(Rendered))
  expect([...named].toSorted()).toEqual(Object.keys(defaultValues).toSorted())
})
