// What every form says when it closes on a command that could not go out yet.

export const waitingText = 'No connection. This will be sent as soon as you are online — keep this page open.'
