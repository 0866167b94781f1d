// Removes every object below a prefix, all versions of it.
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { present } from '../runtime/certain.ts'
import { connectToS3, type S3Options } from './connection.ts'
import { deleteEverything } from './delete-everything.ts'

export async function dropObjects(options: S3Options & { prefix: string }): Promise<void> {
  if (!options.prefix.endsWith('/')) throw new Error('a prefix must end with a /')
  const connection = connectToS3(options)
  try {
    for (;;) {
      const { Contents = [] } = await connection.call((client, bucket) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: options.prefix })),
      )
      if (Contents.length === 0) return
      await deleteEverything(
        connection,
        Contents.map(({ Key }) => present(Key, 'Key')),
      )
    }
  } finally {
    connection.close()
  }
}
