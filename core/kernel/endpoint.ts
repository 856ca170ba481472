// A call is one line of the API, said once: the form sends it, the route is bound to it, the demo answers it.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `Body` is what the client sends, `ResponseBody` what a success carries (undefined for 204). */
export interface Endpoint<ResponseBody = unknown, Body = unknown> {
  method: Method
  /** Below /api, with `:name` for each parameter. */
  path: string
  /** Status of a success. */
  status: number
  /** The stream in which what it makes stands, with `:name` as in the path; absent where it makes a stream or nothing. */
  within?: string
  /** Never set: carries the types. */
  readonly types?: { answer: ResponseBody; body: Body }
}

/** @param path of the API, with a colon before each parameter. @param status of the answer when it succeeds. @param within as above */
export function endpoint<ResponseBody, Body = undefined>(
  method: Method,
  path: string,
  status = 200,
  within?: string,
): Endpoint<ResponseBody, Body> {
  return { method, path, status, ...(within !== undefined && { within }) }
}

export type Params = Readonly<Record<string, string>>
export type Query = Readonly<Record<string, string | number | undefined>>

/** `money-:tripId` and `{tripId: 'x'}` to `money-x`. @throws Error for a parameter that is not given */
export const fillPath = (pattern: string, params: Params, as = (value: string): string => value): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs ${name}`)
    return as(value)
  })

/** `/trips/:tripId` and `{tripId: 'x'}` to `/trips/x`; undefined query values are left out. */
export function endpointPath(of: Endpoint, params: Params = {}, query: Query = {}): string {
  const path = fillPath(of.path, params, encodeURIComponent)
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
