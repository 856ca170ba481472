// The schema of a person whom a body of money names.

import * as v from 'valibot'

/** `name` is for display only and ignored. */
export interface NamedPerson {
  id: string
  type?: 'user' | 'guest'
  name?: string
}
/** A person named in a body; without a type, the roster decides it. */
export interface ChosenPerson {
  id: string
  type: 'user' | 'guest' | null
}

export const personType = v.picklist(['user', 'guest'], 'Type must be user or guest')

const textOf = (enhanced: boolean) =>
  enhanced ? 'Each person needs an id and a type' : 'Each person is an id or has one'

/** @param enhanced whether each person needs a type */
export const personFields = (enhanced: boolean) => ({
  id: v.string(textOf(enhanced)),
  type: enhanced ? personType : v.nullish(personType, null),
  name: v.nullish(v.string(textOf(enhanced))),
})

export const personOf = (enhanced: boolean) => {
  const text = textOf(enhanced)
  const personObject = v.strictObject(personFields(enhanced), text)
  return v.pipe(
    v.union([personObject, ...(enhanced ? [] : [v.string()])], text),
    v.transform((person): ChosenPerson =>
      typeof person === 'string' ? { id: person, type: null } : { id: person.id, type: person.type },
    ),
  )
}

export const SOMEONE_TO_CHOOSE = 'Choose who, by id and type'

/** A person or the pool. */
export const partyBody = v.strictObject(
  {
    id: v.string(SOMEONE_TO_CHOOSE),
    type: v.picklist(['user', 'guest', 'pool'], 'Type must be user, guest or pool'),
    name: v.nullish(v.string(SOMEONE_TO_CHOOSE)),
  },
  SOMEONE_TO_CHOOSE,
)
