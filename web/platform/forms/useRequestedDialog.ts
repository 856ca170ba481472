// A link to a tab may open a dialog of it: '#money/settlement'.

import { useEffect, useEffectEvent } from 'react'

/**
 * Opens the dialog once, and takes it out of the address, so that a reload shows the tab.
 * @param hash '#money/settlement'
 */
export function useRequestedDialog(hash: string, open: () => void): void {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    const follow = () => {
      if (location.hash !== hash) return
      history.replaceState(history.state, '', hash.slice(0, hash.indexOf('/')))
      openNow()
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
