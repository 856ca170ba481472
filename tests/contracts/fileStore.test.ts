import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryFileStore } from '#api/platform/fileStore.ts'
import { folderFileStore } from '#api/stores/files/folderFileStore.ts'
import { openFileStore } from '#api/stores/files/openFileStore.ts'
import { s3FileStore, signedHeaders } from '#api/stores/files/s3FileStore.ts'
import { describeFileStore } from '#tests/contracts/fileStore.ts'
import { jpeg, sha256OfBytes } from '#tests/support/pictures.ts'
import { type S3Server, startS3Server } from '#tests/support/s3Server.ts'

const photo = jpeg()
const hash = sha256OfBytes(photo)
const root = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(root, { recursive: true }))
const newFolder = () => mkdtempSync(join(root, 'store-'))

describeFileStore('in memory', memoryFileStore)
describeFileStore('in a folder', () => folderFileStore(join(newFolder(), 'files')))

describe('in a bucket', () => {
  let server: S3Server
  beforeAll(async () => void (server = await startS3Server()))
  afterAll(() => server.stop())

  describeFileStore('of an S3-compatible service', async () => {
    const store = s3FileStore(server)
    for await (const of of store.list()) await store.delete(of)
    return store
  })

  it('A wrong secret is refused, and no answer repeats it', async () => {
    const store = s3FileStore({ ...server, secret: 'wrong' })
    await expect(store.put(hash, photo)).rejects.toThrow('The file store answered 403 to PUT')
  })

  it('A missing bucket is an error, and not an empty store', async () => {
    const store = s3FileStore({ ...server, url: server.url.replace('photos', 'none') })
    await expect(store.put(hash, photo)).rejects.toThrow('no such bucket')
  })

  it('The address of the settings has the service, the bucket and the account', async () => {
    const { host } = new URL(server.url)
    const filesUrl = `s3://${server.keyId}:${encodeURIComponent(server.secret)}@${host}/photos?region=${server.region}&tls=false`
    const store = openFileStore({ filesUrl, dataDir: '/nowhere' })
    await store.put(hash, photo)
    expect(await s3FileStore(server).has(hash)).toBe(true)
  })

  it('The signature is that of the example in the description of the protocol', () => {
    const { authorization } = signedHeaders(
      {
        keyId: 'AKIAIOSFODNN7EXAMPLE',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
      },
      {
        method: 'GET',
        url: 'https://examplebucket.s3.amazonaws.com/?lifecycle=',
        at: new Date('2013-05-24T00:00:00.000Z'),
      },
    )
    expect(authorization).toContain('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
  })
})

describe('The folder', () => {
  it('is for its owner only, and has no rest of a write that failed', async () => {
    const folder = join(newFolder(), 'files')
    const store = folderFileStore(folder)
    await store.put(hash, photo)
    await expect(store.put(hash, 42 as never)).rejects.toThrow('must be of type')
    const path = join(folder, hash.slice(0, 2))
    expect(readdirSync(path)).toEqual([hash])
    expect([statSync(path).mode & 0o777, statSync(join(path, hash)).mode & 0o777]).toEqual([0o700, 0o600])
  })
})
