// Whether passkeys can be made and used on this page. Apart from what uses them, which is loaded when one is asked for.

/** Browsers bind a passkey to the name of the host, so there are none on an IP address, and none without https. */
export const hasPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
