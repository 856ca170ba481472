// A link to a tab may open a dialog or a part of it: '#money/settlement', '#itinerary/2026-11-21'.

import { useEffect, useEffectEvent } from 'react'

/**
 * Opens the dialog once, and takes it out of the address, so that a reload shows the tab.
 * @param hash '#money/settlement'; '#itinerary/*' for every part of that tab
 */
export function useRequestedDialog(hash: string, open: (part: string) => void): void {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    const follow = () => {
      const [tab, part] = location.hash.split('/')
      if (part === undefined || ![`${tab}/${part}`, `${tab}/*`].includes(hash)) return
      history.replaceState(history.state, '', tab)
      openNow(part)
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [hash])
}

/** Opens a tab of the open trip, or a dialog of one. @param hash '#chat', '#money/settlement' */
export function requestDialog(hash: string): void {
  history.replaceState(history.state, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
