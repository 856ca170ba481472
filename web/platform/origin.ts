// Where the API is: API_URL or the app's own origin, plus /api. The server writes the setting into the document.

/**
 * http is raised to https, except on loopback and where the operator allows it.
 * @param configured an address, or a path of one's own origin
 */
export function apiBase(configured: string | undefined, own: string, allowHttp: boolean): string {
  const url = new URL(configured || own, own)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !loopback && !allowHttp) url.protocol = 'https:'
  return `${url.href.replace(/\/$/, '')}/api`
}

const { apiUrl, allowHttp } = document.documentElement.dataset

export const API = apiBase(apiUrl, location.origin, allowHttp !== undefined)
