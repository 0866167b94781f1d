// A server that tells only a part of the versions: what is left of an object must not count as deleted.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'

/** Whether there is another page, and where it begins. */
async function deletingOver(more: (page: number) => string) {
  const asked: string[] = []
  let pages = 0
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3')
    response.setHeader('content-type', 'application/xml')
    if (searchParams.has('versioning')) {
      response.end('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>')
    } else if (searchParams.has('versions')) {
      asked.push(searchParams.get('key-marker') ?? 'first')
      const version = `<Version><Key>raw/a</Key><VersionId>${++pages}</VersionId></Version>`
      response.end(`<ListVersionsResult>${version}${more(pages)}</ListVersionsResult>`)
    } else response.end('<DeleteResult/>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const objects = createS3ObjectStore({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'bucket',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await objects.close()
  })
  return { asked, deleted: () => objects.deleteMany(['a']) }
}

const TRUNCATED = '<IsTruncated>true</IsTruncated>'

test('given versions on two pages, when deleted, then both pages are asked for', async () => {
  const next = `${TRUNCATED}<NextKeyMarker>raw/a</NextKeyMarker>`
  const { asked, deleted } = await deletingOver((page) => (page === 1 ? next : ''))
  expect(await deleted()).toBe(1)
  expect(asked).toEqual(['first', 'raw/a'])
})

test('given a page that does not tell where the next one begins, when deleted, then that fails', async () => {
  const { deleted } = await deletingOver(() => TRUNCATED)
  await expect(deleted()).rejects.toThrow()
})
