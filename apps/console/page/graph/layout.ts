// The layout of a graph: a worker moves related nodes apart, and those without relations lie around them.
import type Graph from 'graphology'

/** `begin` names nodes by their index, and links by the indices of their two ends. */
export type LayoutQuestion = {
  turn: number
  steps: number
  begin?: { places: Float32Array; links: Uint32Array }
}

type Place = { x: number; y: number }
/** Within a circle of 1 around the middle. */
export type PlaceOf = (name: string) => Place

type Layout = {
  /** Lays a graph out, and shows it so many times on the way. Ends what was laid out before. */
  settle(graph: Graph, times: number, show: (placeOf: PlaceOf) => void): void
  close(): void
}

const STEPS = 300

/** A node keeps its place from one graph to the next. */
export function openLayout(): Layout {
  // The page names it, because the name holds a hash of its content.
  const worker = new Worker(document.body.dataset.layout ?? '', { type: 'module' })
  const places = new Map<string, Place>()
  let turn = 0
  const settle: Layout['settle'] = (graph, times, show) => {
    const mine = ++turn
    for (const name of graph.nodes()) if (!places.has(name)) places.set(name, onSpiral(places.size))
    const { names, links } = linkedOf(graph)
    if (links.length === 0) return show(arranged(graph, names, places))
    const steps = Math.ceil(STEPS / times)
    let left = times
    worker.onmessage = ({ data }: MessageEvent<{ turn: number; places: Float32Array }>) => {
      if (data.turn !== turn) return
      names.forEach((name, n) => {
        places.set(name, { x: data.places[2 * n] ?? 0, y: data.places[2 * n + 1] ?? 0 })
      })
      show(arranged(graph, names, places))
      left--
      if (left > 0) requestAnimationFrame(() => ask({ turn: mine, steps }))
    }
    const ask = (question: LayoutQuestion) => worker.postMessage(question)
    const from = names.map((name) => places.get(name) ?? { x: 0, y: 0 })
    const begin = { places: new Float32Array(from.flatMap(({ x, y }) => [x, y])), links }
    ask({ turn: mine, steps, begin })
  }
  return { settle, close: () => worker.terminate() }
}

/** So that the same graph always looks the same. */
function onSpiral(n: number): Place {
  const radius = Math.sqrt(n + 1)
  return { x: radius * Math.cos(2.4 * n), y: radius * Math.sin(2.4 * n) }
}

function linkedOf(graph: Graph): { names: string[]; links: Uint32Array } {
  const indices = new Map<string, number>()
  const indexOf = (name: string) => {
    const index = indices.get(name) ?? indices.size
    indices.set(name, index)
    return index
  }
  const links = graph.mapEdges((_key, _, from, to) => [indexOf(from), indexOf(to)])
  return { names: [...indices.keys()], links: new Uint32Array(links.flat()) }
}

/** The angle between two neighbours of a sunflower's seeds. */
const GOLDEN_ANGLE = 2.39996

/** The unrelated nodes are as dense as the others, each of which has its share of the disc. */
function arranged(graph: Graph, linked: readonly string[], places: ReadonlyMap<string, Place>) {
  const within = new Map(linked.map((name) => [name, places.get(name) ?? { x: 0, y: 0 }]))
  const lengths = [...within.values()].map(({ x, y }) => Math.hypot(x, y))
  const reach = lengths.reduce((most, length) => Math.max(most, length), 0)
  const share = reach > 0 ? (reach * reach) / Math.max(8, linked.length) : 1
  const others = graph.nodes().filter((name) => !within.has(name))
  const radiusOf = (n: number) => Math.sqrt(reach * reach * 1.2 + n * share)
  const around = new Map(others.map((name, n) => [name, n + 1]))
  const size = others.length > 0 ? radiusOf(others.length) : reach || 1
  return (name: string): Place => {
    const inside = within.get(name)
    if (inside) return { x: inside.x / size, y: inside.y / size }
    const n = around.get(name) ?? 0
    const [radius, angle] = [radiusOf(n) / size, n * GOLDEN_ANGLE]
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  }
}
