// What somebody began to write and did not send, kept on this device until they send it, empty it or log out.

const prefix = (userId: string): string => `draft:${userId}:`

/** @returns '' for nothing; also where the browser keeps nothing for us. */
export function readDraft(userId: string, about: string): string {
  try {
    return localStorage.getItem(prefix(userId) + about) ?? ''
  } catch {
    return ''
  }
}

export function saveDraft(userId: string, about: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix(userId) + about)
    else localStorage.setItem(prefix(userId) + about, text)
  } catch {
    // A full or forbidden storage keeps nobody from writing.
  }
}

/** What one person began to write is nothing for the next one on the same device. */
export function deleteDrafts(userId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix(userId))) localStorage.removeItem(key)
  } catch {
    // There is nothing to forget, then.
  }
}
