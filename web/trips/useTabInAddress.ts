// Which tab is open stands in the address after #: a reload and a copied address keep it, the back button does not
// walk through tabs.

import { useEffect, useState } from 'react'

/**
 * The first of `ids` is the one without a mark in the address.
 * @param here whether the address is that of the dialog now; a closed dialog leaves the address alone
 */
export function useTabInAddress(ids: readonly string[], here: boolean): [string, (id: string) => void] {
  const first = ids[0] ?? ''
  const read = () => ids.find((id) => location.hash === `#${id}`) ?? first
  const [tab, setTab] = useState(read)

  useEffect(() => {
    if (!here) return undefined
    const follow = () => setTab(read())
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
    // The ids do not change while the page lives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [here])

  const select = (id: string) => {
    setTab(id)
    history.replaceState(history.state, '', id === first ? location.pathname + location.search : `#${id}`)
  }
  return [tab, select]
}
