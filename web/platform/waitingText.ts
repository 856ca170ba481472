// What every form says when it closes on a command that could not go out yet: it is kept on this device.

export const waitingText = 'No connection. This will be sent as soon as you are online.'
