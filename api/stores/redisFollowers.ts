// The positions of the log's followers in Redis. Each belongs to an epoch: it is lost together with the documents.

import { START } from '#core/store/eventStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import type { RedisConnection } from '#api/stores/redisConnection.ts'
import { parseRedisState, type RedisKeys } from '#api/stores/redisKeys.ts'

export function redisFollowers(
  connection: RedisConnection,
  { state, followers }: RedisKeys,
): Pick<ReadStore, 'followerPosition' | 'setFollowerPosition'> {
  return {
    async followerPosition(follower) {
      const [text, found] = await connection.run((client) =>
        Promise.all([client.get(state), client.hGet(followers, follower)]),
      )
      const [epoch, position] = found?.split(' ') ?? []
      const isCurrent = text !== null && parseRedisState(text).epoch === epoch
      return isCurrent ? (position ?? START) : START
    },
    async setFollowerPosition(follower, position) {
      await connection.run(async (client) => {
        const text = await client.get(state)
        if (text !== null)
          await client.hSet(followers, follower, `${parseRedisState(text).epoch} ${position}`)
      })
    },
  }
}
