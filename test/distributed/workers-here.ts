// Workers of all processors in the process of a test, each with a disk of its own, so that the test can look at their
// states.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { settingOf } from '../../apps/composition/open-ports.ts'
import { startWorker, type WorkerOptions } from '../../apps/worker/worker.ts'
import { readConfig } from '../../infra/config.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import type { Cluster } from './cluster.ts'

export function createWorkersHere(more: Pick<WorkerOptions, 'snapshotPace' | 'standbys'>) {
  const folders: string[] = []
  const running = new Set<() => Promise<void>>()
  return {
    folders,
    start: async ({ env }: Cluster) => {
      const directory = mkdtempSync(join(tmpdir(), 'palimpsest-moving-'))
      folders.push(directory)
      const lines: Record<string, unknown>[] = []
      const write = (line: string) => void lines.push(JSON.parse(line))
      const telemetry = createTelemetry(pino({ level: 'info' }, { write }))
      const setting = settingOf(readConfig({ ...env, DATA_DIR: directory }))
      const ports = await setting.open({ masterKey: setting.claim().masterKey, telemetry })
      const failures: Error[] = []
      const failed = (_: string, error: Error) => void failures.push(error)
      const worker = await startWorker({ ...more, ports, telemetry, failed })
      const stop = async () => {
        running.delete(stop)
        await worker.stop()
        await ports.close()
      }
      running.add(stop)
      return { ports, telemetry, lines, failures, directory, stop }
    },
    stop: async () => {
      for (const stop of running) await stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
