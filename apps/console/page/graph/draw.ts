// Draws the graph with WebGL. Loaded when the graph is shown, because it is larger than the rest of the page.
import Graph from 'graphology'
import Sigma from 'sigma'
import { NodeCircleProgram, NodePointProgram } from 'sigma/rendering'
import { shortened } from '../pure/words.ts'
import { colourOf } from './colours.ts'
import { openLayout, type PlaceOf } from './layout.ts'
import type { Drawing, Shown } from './load-graph.ts'
import { ThinEdges } from './thin-edges.ts'

/** More are drawn as points and thin lines. */
const FEW = 300
/** A longer name would run across its neighbours; the panel beside the graph has all of it. */
const LABEL_CHARS = 40
/** How often the graph is shown while it settles. Without a graphics card, to draw a large one takes a frame. */
const TIMES = { few: 60, many: 2, still: 1 }
/** Nodes and relations; so many take 2 ms. */
const A_FRAME = 250

const drawnByProcessor = isDrawnByProcessor()

export function draw(place: HTMLElement, { choose }: { choose: (name: string) => void }): Drawing {
  const style = getComputedStyle(place)
  const look = {
    ink: style.getPropertyValue('color'),
    line: style.getPropertyValue('outline-color'),
    font: style.fontFamily,
  }
  const layout = openLayout()
  let sigma: Sigma | null = null
  let stop = () => {}
  let turn = 0
  const put = (graph: Graph, { isLarge }: { isLarge: boolean }) => {
    if (sigma?.getGraph() === graph) return sigma.refresh()
    if (sigma) {
      if (sigma.getSetting('hideLabelsOnMove') !== isLarge)
        sigma.setSettings(settingsFor({ isLarge }))
      sigma.setGraph(graph)
    } else {
      sigma = new Sigma(graph, place, { ...settingsOf(look), ...settingsFor({ isLarge }) })
      sigma.on('clickNode', ({ node }) => choose(node))
    }
    spare(sigma, { isLarge })
  }
  function* showing(what: Shown, mine: number) {
    const { known, shown } = what
    // Also where most of them are still to come.
    const isLarge = shown.size > FEW || (!known.whole && known.total > FEW)
    // A graph that is not shown yet, because each single change of the one that is triggers a redraw.
    const graph = new Graph({ type: 'directed', multi: true })
    yield* addNodes(graph, what, isLarge ? 0.35 : 1)
    yield* addRelations(graph, what, look.line)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const times = TIMES[still ? 'still' : isLarge ? 'many' : 'few']
    layout.settle(graph, times, (placeOf) => {
      // Something else is to be shown meanwhile.
      if (mine !== turn) return
      stop()
      stop = overFrames(moving(graph, placeOf, { isLarge }), 1)
    })
  }
  function* moving(graph: Graph, placeOf: PlaceOf, { isLarge }: { isLarge: boolean }) {
    // In place, for one redraw of all.
    yield graph.forEachNode((name, attributes) => void Object.assign(attributes, placeOf(name)))
    put(graph, { isLarge })
  }
  return {
    show: (what) => {
      stop()
      stop = overFrames(showing(what, ++turn), A_FRAME)
    },
    close: () => {
      stop()
      layout.close()
      sigma?.kill()
    },
  }
}

/** Ends what sigma does for uses that this page does not make of it. */
function spare(sigma: Sigma, { isLarge }: { isLarge: boolean }): void {
  // To find the node under a turning wheel, the page would wait until everything is drawn.
  sigma.getMouseCaptor().removeAllListeners('wheel')
  // Each layer is cleared and composed in each frame, also those on which nothing is drawn.
  const { hovers, hoverNodes, edgeLabels } = sigma.getCanvases()
  for (const canvas of [hovers, hoverNodes]) canvas?.style.setProperty('display', 'none')
  edgeLabels?.style.setProperty('display', isLarge ? 'none' : '')
}

function settingsOf({ ink, line, font }: { ink: string; line: string; font: string }) {
  return {
    labelColor: { color: ink },
    labelFont: font,
    edgeLabelColor: { color: ink },
    edgeLabelFont: font,
    defaultEdgeColor: line,
    nodeProgramClasses: { circle: NodeCircleProgram, point: NodePointProgram },
    edgeProgramClasses: { thin: ThinEdges },
    labelGridCellSize: 60,
    labelRenderedSizeThreshold: 5,
    edgeLabelSize: 11,
    zIndex: true,
    // On a white plate a label would be unreadable in the dark theme.
    defaultDrawNodeHover: () => undefined,
    stagePadding: 60,
    allowInvalidContainer: true,
  }
}

/** Without a graphics card, 2,000 circles of three corners each take longer than a frame has, and points do not. */
function settingsFor({ isLarge }: { isLarge: boolean }) {
  return {
    defaultNodeType: isLarge ? 'point' : 'circle',
    defaultEdgeType: isLarge ? 'thin' : 'arrow',
    labelDensity: isLarge ? 0.3 : 1.5,
    renderEdgeLabels: !isLarge,
    hideLabelsOnMove: isLarge,
    hideEdgesOnMove: isLarge && drawnByProcessor,
  }
}

/** Without a graphics card, a frame is too short for both the nodes and the relations of a large graph. */
function isDrawnByProcessor(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  const known = context?.getExtension('WEBGL_debug_renderer_info')
  const name = known ? context?.getParameter(known.UNMASKED_RENDERER_WEBGL) : ''
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(String(name))
}

/** Yields after each. `factor`: among many nodes, each is small. */
function* addNodes(graph: Graph, { known, shown, chosen }: Shown, factor: number) {
  const colour = colourOf(known.entities)
  const add = (name: string, type: string, relations: number) =>
    graph.addNode(name, {
      label: shortened(name, LABEL_CHARS),
      color: colour(type),
      size: factor * (5 + Math.min(12, 2.5 * Math.sqrt(relations))),
      hidden: !shown.has(name) && name !== chosen,
      forceLabel: name === chosen,
      zIndex: name === chosen ? 1 : 0,
    })
  for (const { name, type, relationshipCount } of known.entities) {
    yield add(name, type, relationshipCount)
  }
  for (const detail of known.details.values()) {
    for (const { target, targetType } of detail?.relationships ?? []) {
      if (!graph.hasNode(target)) yield add(target, targetType, 1)
    }
  }
}

function* addRelations(graph: Graph, { known }: Shown, color: string) {
  for (const detail of known.details.values()) {
    for (const { target, type, direction } of detail?.relationships ?? []) {
      const [from, to] = direction === 'outgoing' ? [detail?.name, target] : [target, detail?.name]
      const key = `${from}\n${type}\n${to}`
      if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue
      yield graph.addEdgeWithKey(key, from, to, {
        label: type.replaceAll('_', ' '),
        size: 1.4,
        color,
      })
    }
  }
}

/**
 * Does a long piece of work in small ones, some in each frame, so that the page stays responsive. Bounded by how much is
 * done and not by a clock, which on a busy machine also counts what others do. Returns how to stop it.
 */
function overFrames(work: Iterator<unknown>, perFrame: number): () => void {
  let frame = 0
  const step = () => {
    for (let done = 0; done < perFrame; done++) {
      if (work.next().done) return
    }
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
