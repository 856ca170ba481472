// The base URL of the API: API_URL, which the server writes into the document, or the app's own origin, plus /api.

/**
 * http becomes https, except on loopback and if the operator allows it.
 * @param configured an absolute URL, or a path of the app's own origin
 */
export function apiUrlOf(configured: string | undefined, own: string, allowHttp: boolean): string {
  const url = new URL(configured || own, own)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !loopback && !allowHttp) url.protocol = 'https:'
  return `${url.href.replace(/\/$/, '')}/api`
}

export function apiUrl(): string {
  const { apiUrl, allowHttp } = document.documentElement.dataset
  return apiUrlOf(apiUrl, location.origin, allowHttp !== undefined)
}
