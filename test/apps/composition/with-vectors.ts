// An embedded installation whose vectors were made by a model of the test's choice.
import { settingOf } from '../../../apps/composition/open-ports.ts'
import { readConfigWith } from '../../../infra/config.ts'
import { useEmbedding } from '../../../infra/runtime/envelope/one-embedding.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

export async function withVectors(directory: string, model: string): Promise<void> {
  const setting = settingOf(readConfigWith({ DATA_DIR: directory }))
  const { masterKey, release } = setting.claim()
  const ports = await setting.open({
    masterKey,
    telemetry: createTelemetry(createLogger('silent')),
  })
  await useEmbedding(ports.objects, { generation: 1, model })
  await ports.close()
  release()
}
