// The metrics of a story's worker.
import type { ServiceProcess } from '../../journeys/process.ts'

/** The samples of a metric; none where the worker does not answer. */
export async function samplesOf(worker: ServiceProcess, metric: string): Promise<Sample[]> {
  const [url] = /http:\/\/\S+\/metrics/.exec(worker.output()) ?? []
  const text = await fetch(url!).then(
    (answer) => answer.text(),
    () => '',
  )
  return text.split('\n').flatMap((line) => {
    const [, name, labels, value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? []
    return name === metric ? [{ labels: labels!, value: Number(value) }] : []
  })
}

export type Sample = { labels: string; value: number }
