// A call is one line of the API, said once: the form sends it, the route is bound to it, the demo answers it.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `Body` is what the client sends, `Answer` what a success carries (undefined for 204). */
export interface Call<Answer = unknown, Body = unknown> {
  method: Method
  /** Below /api, with `:name` for each parameter. */
  path: string
  /** Status of a success. */
  status: number
  /** Never set: carries the types. */
  readonly types?: { answer: Answer; body: Body }
}

/** @param path of the API, with a colon before each parameter. @param status of the answer when it succeeds */
export function call<Answer, Body = undefined>(
  method: Method,
  path: string,
  status = 200,
): Call<Answer, Body> {
  return { method, path, status }
}

export type Params = Readonly<Record<string, string>>
export type Query = Readonly<Record<string, string | number | undefined>>

/** `/trips/:tripId` and `{tripId: 'x'}` to `/trips/x`; undefined query values are left out. */
export function pathOf(of: Call, params: Params = {}, query: Query = {}): string {
  const path = of.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${of.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Which part of a list an answer carries. */
export interface Pagination {
  limit: number
  offset: number
  total: number
}
