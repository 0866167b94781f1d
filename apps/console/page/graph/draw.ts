// Draws the graph with WebGL. Loaded when the graph is looked at: it is larger than all else.
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import Sigma from 'sigma'
import { colourOf } from './colours.ts'
import type { Drawing, Known, Shown } from './load-graph.ts'

const STEPS = 300
/** A step of the layout takes the longer the more there is. */
const MS_A_FRAME = 8

export function draw(place: HTMLElement, { choose }: { choose: (name: string) => void }): Drawing {
  const graph = new Graph({ type: 'directed', multi: true })
  const style = getComputedStyle(place)
  const ink = style.getPropertyValue('color')
  const line = style.getPropertyValue('outline-color')
  const sigma = new Sigma(graph, place, {
    labelColor: { color: ink },
    labelFont: style.fontFamily,
    edgeLabelColor: { color: ink },
    edgeLabelFont: style.fontFamily,
    defaultEdgeColor: line,
    defaultEdgeType: 'arrow',
    renderEdgeLabels: true,
    labelDensity: 1.5,
    labelGridCellSize: 60,
    labelRenderedSizeThreshold: 5,
    edgeLabelSize: 11,
    zIndex: true,
    // Of a label on a plate of white nothing could be read in the dark.
    defaultDrawNodeHover: () => undefined,
    stagePadding: 60,
    allowInvalidContainer: true,
  })
  sigma.on('clickNode', ({ node }) => choose(node))
  let frame = 0
  return {
    show: (what) => {
      addKnown(graph, what.known, line)
      highlight(graph, what)
      cancelAnimationFrame(frame)
      frame = settle(graph, (next) => {
        frame = next
      })
    },
    close: () => {
      cancelAnimationFrame(frame)
      sigma.kill()
    },
  }
}

function addKnown(graph: Graph, { entities, details }: Known, line: string): void {
  const colour = colourOf(entities)
  for (const { name, type, relationshipCount } of entities) {
    addNode(graph, name, colour(type), relationshipCount)
  }
  for (const detail of details.values()) {
    for (const each of detail?.relationships ?? []) {
      addNode(graph, each.target, colour(each.targetType), 1)
      const [from, to] =
        each.direction === 'outgoing' ? [detail!.name, each.target] : [each.target, detail!.name]
      const key = `${from}\n${each.type}\n${to}`
      if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue
      graph.addEdgeWithKey(key, from, to, {
        label: each.type.replaceAll('_', ' '),
        size: 1.4,
        color: line,
      })
    }
  }
}

/** New nodes begin on a spiral, so that the same graph always looks the same. */
function addNode(graph: Graph, name: string, color: string, relations: number): void {
  if (graph.hasNode(name)) return
  const angle = graph.order * 2.4
  const radius = Math.sqrt(graph.order + 1)
  graph.addNode(name, {
    label: name,
    color,
    size: 5 + Math.min(12, 2.5 * Math.sqrt(relations)),
    x: radius * Math.cos(angle),
    y: radius * Math.sin(angle),
  })
}

function highlight(graph: Graph, { shown, chosen }: Shown): void {
  graph.forEachNode((name) => {
    graph.mergeNodeAttributes(name, {
      hidden: !shown.has(name) && name !== chosen,
      highlighted: false,
      forceLabel: name === chosen,
      zIndex: name === chosen ? 1 : 0,
    })
  })
}

/** Moves the nodes apart, frame by frame, so that the page stays quick; at once for whoever wants no motion. */
function settle(graph: Graph, waits: (frame: number) => void): number {
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    scalingRatio: 40,
    gravity: 2,
    slowDown: 6,
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  let left = graph.order > 1 ? STEPS : 0
  const step = () => {
    const until = performance.now() + (still ? 400 : MS_A_FRAME)
    do {
      forceAtlas2.assign(graph, { iterations: 1, settings })
      left--
    } while (left > 0 && performance.now() < until)
    if (left > 0 && !still) waits(requestAnimationFrame(step))
  }
  return left > 0 ? requestAnimationFrame(step) : 0
}
