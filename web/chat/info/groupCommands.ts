// Sends the commands of a group. The server decides them, because a device has only a copy of who is in it.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { dispatch } from '#web/platform/dispatch.ts'

export const groupCommand = <Response, Body>(command: {
  endpoint: Endpoint<Response, Body>
  params: Params
  body: Body
}) =>
  dispatch({
    ...command,
    lane: command.params['conversationId']!,
    touches: ['/conversations'],
    decidedBy: 'server',
  })
