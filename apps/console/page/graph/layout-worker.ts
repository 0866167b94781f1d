// Moves related nodes apart, in a thread of its own. Asked with a graph it begins with that graph; asked with a number it
// goes so many steps on. It answers with the coordinates of all nodes.
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import type { LayoutQuestion } from './layout.ts'

/** Of more related nodes the far ones are taken together: a step of 2,000 takes 5 ms instead of 25. */
const EXACT = 300

let graph = new Graph()

addEventListener('message', ({ data }: MessageEvent<LayoutQuestion>) => {
  if (data.begin) graph = graphOf(data.begin)
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    scalingRatio: 40,
    gravity: 2,
    slowDown: 6,
    barnesHutOptimize: graph.order > EXACT,
  }
  forceAtlas2.assign(graph, { iterations: data.steps, settings })
  const places = new Float32Array(2 * graph.order)
  graph.forEachNode((node, { x, y }) => places.set([x, y], 2 * Number(node)))
  postMessage({ turn: data.turn, places })
})

function graphOf({ places, links }: NonNullable<LayoutQuestion['begin']>): Graph {
  const graph = new Graph({ type: 'directed', multi: true })
  for (let n = 0; 2 * n < places.length; n++) {
    graph.addNode(n, { x: places[2 * n], y: places[2 * n + 1] })
  }
  for (let n = 0; n < links.length; n += 2) graph.addEdge(links[n], links[n + 1])
  return graph
}
