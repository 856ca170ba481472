// An endpoint declares one line of the API once: the form sends to it, the route is bound to it, the demo serves it.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `Body` is what the client sends, `ResponseBody` what a success carries (undefined for 204). */
export interface Endpoint<ResponseBody = unknown, Body = unknown> {
  method: Method
  /** Below /api, with `:name` for each parameter. */
  path: string
  /** Status of a successful response. */
  status: number
  /** The stream of the item it makes, with `:name` as in the path; absent when it makes a stream or nothing. */
  within?: string
  /** Of a request's body; absent for the limit of all others. */
  bodyLimitBytes?: number
  /** Never set: carries the types only. */
  readonly types?: { response: ResponseBody; body: Body }
}

/**
 * @param path of the API, with a colon before each parameter
 * @param status of a successful response
 * @param within, bodyLimitBytes as above
 */
export function endpoint<ResponseBody, Body = undefined>(
  method: Method,
  path: string,
  status = 200,
  within?: string,
  bodyLimitBytes?: number,
): Endpoint<ResponseBody, Body> {
  return {
    ...{ method, path, status },
    ...(within !== undefined && { within }),
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
  }
}

export type Params = Readonly<Record<string, string>>
export type Query = Readonly<Record<string, string | number | undefined>>

/** `money-:tripId` and `{tripId: 'x'}` give `money-x`. @throws Error for a missing parameter */
export const fillPath = (pattern: string, params: Params, as = (value: string): string => value): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs ${name}`)
    return as(value)
  })

/** `/trips/:tripId` and `{tripId: 'x'}` give `/trips/x`; undefined query values are left out. */
export function endpointPath(of: Endpoint, params: Params = {}, query: Query = {}): string {
  const path = fillPath(of.path, params, encodeURIComponent)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The page of a list. */
export interface PageQuery {
  /** Default 20, of messages 50. @minimum 1 @maximum 100 */
  limit?: number
  offset?: number
}

/** The part of a list that a response contains. */
export interface Pagination {
  limit: number
  offset: number
  total: number
}
