// The fields of the form of an activity, rendered without a browser.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { ItemFields } from '#web/itinerary/ItemFields.tsx'
import { type ItemValues, newItem } from '#web/itinerary/itemForm.ts'

test('The form has an input for each field of an activity', () => {
  const defaultValues = newItem('2026-06-02')
  const named = new Set<string>()
  function Rendered() {
    const form = useForm<ItemValues>({ defaultValues })
    const field = (name: keyof ItemValues) => {
      named.add(name)
      return { ...form.register(name), error: undefined }
    }
    return createElement(ItemFields, {
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
