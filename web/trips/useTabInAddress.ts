// The open tab, stored in the hash of the address: a reload and a copied link keep it, and the back button does not
// step through tabs. What follows a '/' is for the tab (web/platform/useRequestedDialog.ts).

import { useEffect, useState } from 'react'

/**
 * The first of `ids` has no hash.
 * @param isEnabled whether the address is that of the open dialog; a closed dialog does not change the address
 */
export function useTabInAddress(ids: readonly string[], isEnabled: boolean): [string, (id: string) => void] {
  const first = ids[0] ?? ''
  const read = () => ids.find((id) => location.hash.split('/')[0] === `#${id}`) ?? first
  const [tab, setTab] = useState(read)

  useEffect(() => {
    if (!isEnabled) return undefined
    const follow = () => setTab(read())
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
    // The ids do not change while the page lives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEnabled])

  const select = (id: string) => {
    setTab(id)
    history.replaceState(history.state, '', id === first ? location.pathname + location.search : `#${id}`)
  }
  return [tab, select]
}
