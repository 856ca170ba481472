// The protocol's messages, by the client's own generated definitions, to and from plain values.

import streams, {
  type ReadReq,
  type ReadResp,
  type AppendReq,
} from '@eventstore/db-client/generated/streams_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type {
  AppendResult,
  ExpectedRevision,
  Proposed,
  Recorded,
} from '#tests/support/eventStoreServer/log.ts'

export function nameOf(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
}

export function expectedOf(options: AppendReq.Options): ExpectedRevision {
  if (options.hasRevision()) return Number(options.getRevision())
  if (options.hasNoStream()) return 'noStream'
  return options.hasStreamExists() ? 'exists' : 'any'
}

export function proposedOf(message: AppendReq.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap()
  return {
    id: message.getId()!.getString(),
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export function appendResponse(expected: ExpectedRevision, appended: AppendResult) {
  const response = new streams.AppendResp()
  if ('current' in appended) {
    const wrong = new streams.AppendResp.WrongExpectedVersion()
    if (appended.current >= 0) wrong.setCurrentRevision(String(appended.current))
    else wrong.setCurrentNoStream(new shared.Empty())
    if (typeof expected === 'number') wrong.setExpectedRevision(String(expected))
    else if (expected === 'noStream') wrong.setExpectedNoStream(new shared.Empty())
    else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty())
    response.setWrongExpectedVersion(wrong)
    return response
  }
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(String(appended.revision))
  if (appended.position === undefined) success.setNoPosition(new shared.Empty())
  else {
    const position = new streams.AppendResp.Position()
    position.setCommitPosition(String(appended.position))
    position.setPreparePosition(String(appended.position))
    success.setPosition(position)
  }
  response.setSuccess(success)
  return response
}

export function eventResponse(event: Recorded): ReadResp {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(event.stream, 'utf8'))
  const id = new shared.UUID()
  id.setString(event.id)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(id)
  recorded.setStreamIdentifier(identifier)
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded.getMetadataMap().set('type', event.type)
  recorded.getMetadataMap().set('content-type', event.contentType)
  recorded.getMetadataMap().set('created', String(BigInt(event.created) * 10_000n))
  recorded.setData(event.data)
  recorded.setCustomMetadata(event.metadata)
  const read = new streams.ReadResp.ReadEvent()
  read.setEvent(recorded)
  read.setCommitPosition(String(event.position))
  const response = new streams.ReadResp()
  response.setEvent(read)
  return response
}

export function notFoundResponse(stream: string): ReadResp {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream, 'utf8'))
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifier)
  const response = new streams.ReadResp()
  response.setStreamNotFound(notFound)
  return response
}

export function confirmationResponse(id: string): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(id)
  const response = new streams.ReadResp()
  response.setConfirmation(confirmation)
  return response
}

export function checkpointResponse(position: number): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  const response = new streams.ReadResp()
  response.setCheckpoint(checkpoint)
  return response
}

export function caughtUpResponse(): ReadResp {
  const response = new streams.ReadResp()
  response.setCaughtUp(new streams.ReadResp.CaughtUp())
  return response
}

export type Filter = (event: Recorded) => boolean

export function filterOf(options: ReadReq.Options): Filter {
  const filter = options.getFilter()
  if (!filter) return () => true
  const isByStream = filter.hasStreamIdentifier()
  const expression = isByStream ? filter.getStreamIdentifier() : filter.getEventType()
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined
  const prefixes = expression?.getPrefixList() ?? []
  return (event) => {
    const text = isByStream ? event.stream : event.type
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix))
  }
}

/** A node of a cluster on this machine. */
export interface Member {
  port: number
  state: 'LEADER' | 'FOLLOWER' | 'UNKNOWN'
}

export function clusterInfo(members: readonly Member[]) {
  const info = new gossip.ClusterInfo()
  info.setMembersList(
    members.map(({ port, state }) => {
      const member = new gossip.MemberInfo()
      const id = new shared.UUID()
      id.setString('6f0a6c4e-2c0f-4b2e-9d0e-0c7f6f1b6a10')
      member.setInstanceId(id)
      member.setState(gossip.MemberInfo.VNodeState[state])
      member.setIsAlive(true)
      const endPoint = new gossip.EndPoint()
      endPoint.setAddress('127.0.0.1')
      endPoint.setPort(port)
      member.setHttpEndPoint(endPoint)
      return member
    }),
  )
  return info
}
