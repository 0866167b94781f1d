// Draws the graph with WebGL. Loaded when the graph is shown, because it is larger than the rest of the page.
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import Sigma from 'sigma'
import { NodeCircleProgram, NodePointProgram } from 'sigma/rendering'
import { colourOf } from './colours.ts'
import type { Drawing, Known, Shown } from './load-graph.ts'

const STEPS = 300
/** Of the layout, so that a frame has time for everything else. */
const MS_A_FRAME = 5
/** To draw all nodes of a large graph takes longer than a frame has. */
const MS_BETWEEN_DRAWINGS = { small: 0, large: 700 }
/** Of more related nodes the far ones are taken together: a step of 2,000 takes 5 ms instead of 25. */
const EXACT = 300
/** Where nothing may move on the screen. */
const MS_AT_ONCE = 400
/** More labels than these are no help. */
const FEW = 300

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
    nodeProgramClasses: { circle: NodeCircleProgram, point: NodePointProgram },
    renderEdgeLabels: true,
    labelDensity: 1.5,
    labelGridCellSize: 60,
    labelRenderedSizeThreshold: 5,
    edgeLabelSize: 11,
    zIndex: true,
    // On a white plate a label would be unreadable in the dark theme.
    defaultDrawNodeHover: () => undefined,
    stagePadding: 60,
    allowInvalidContainer: true,
  })
  sigma.on('clickNode', ({ node }) => choose(node))
  let frame = 0
  return {
    show: (what) => {
      addKnown(graph, what.known, line)
      const isLarge = graph.order >= FEW
      restyle(graph, what, isLarge ? 0.35 : 1)
      sigma.setSettings({
        // Without a graphics card, 2,000 circles of three corners each take longer than a frame has, and points do not.
        defaultNodeType: isLarge ? 'point' : 'circle',
        labelDensity: isLarge ? 0.3 : 1.5,
        hideEdgesOnMove: isLarge,
        hideLabelsOnMove: isLarge,
      })
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
    relations,
    x: radius * Math.cos(angle),
    y: radius * Math.sin(angle),
  })
}

/** Adds all at once, because each single change would trigger a redraw. Among many nodes, each is small. */
function restyle(graph: Graph, { shown, chosen }: Shown, factor: number): void {
  graph.updateEachNodeAttributes((name, attributes) => ({
    ...attributes,
    size: factor * (5 + Math.min(12, 2.5 * Math.sqrt(attributes.relations))),
    hidden: !shown.has(name) && name !== chosen,
    forceLabel: name === chosen,
    zIndex: name === chosen ? 1 : 0,
  }))
}

/**
 * Moves related nodes apart, frame by frame, so that the page stays responsive; in one go where the user prefers
 * reduced motion. Nodes without relations lie around them and cost nothing.
 */
function settle(graph: Graph, waits: (frame: number) => void): number {
  const linked = linkedOf(graph)
  const settings = {
    ...forceAtlas2.inferSettings(linked),
    scalingRatio: 40,
    gravity: 2,
    slowDown: 6,
    barnesHutOptimize: linked.order > EXACT,
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  let left = linked.order > 1 ? STEPS : 0
  const pause = MS_BETWEEN_DRAWINGS[graph.order >= FEW ? 'large' : 'small']
  let drawn = Number.NEGATIVE_INFINITY
  const step = (now: number) => {
    const until = performance.now() + (still ? MS_AT_ONCE : MS_A_FRAME)
    while (left > 0 && performance.now() < until) {
      forceAtlas2.assign(linked, { iterations: 1, settings })
      left--
    }
    if (left === 0 || still || now - drawn > pause) {
      arrange(graph, linked)
      drawn = now
    }
    if (left > 0 && !still) waits(requestAnimationFrame(step))
  }
  return requestAnimationFrame(step)
}

/** What the layout moves: a copy, so that a step of it draws nothing. */
function linkedOf(graph: Graph): Graph {
  const linked = new Graph({ type: 'directed', multi: true })
  graph.forEachEdge((key, _, from, to) => {
    for (const name of [from, to]) {
      if (!linked.hasNode(name)) linked.addNode(name, { ...graph.getNodeAttributes(name) })
    }
    linked.addEdgeWithKey(key, from, to)
  })
  return linked
}

/** The angle between two neighbours of a sunflower's seeds. */
const GOLDEN_ANGLE = 2.39996

function arrange(graph: Graph, linked: Graph): void {
  let reach = 0
  linked.forEachNode((_, { x, y }) => {
    reach = Math.max(reach, Math.hypot(x, y))
  })
  // As dense as the nodes within, each of which has its share of the disc.
  const share = reach > 0 ? (reach * reach) / Math.max(8, linked.order) : 1
  let around = 0
  graph.updateEachNodeAttributes(
    (name, attributes) => {
      if (linked.hasNode(name)) {
        const { x, y } = linked.getNodeAttributes(name)
        return { ...attributes, x, y }
      }
      around++
      const radius = Math.sqrt(reach * reach * 1.2 + around * share)
      const angle = around * GOLDEN_ANGLE
      return { ...attributes, x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
    },
    { attributes: ['x', 'y'] },
  )
}
