// Draws each edge as two triangles of its own, all in one call: without a graphics card, the instances that sigma draws
// edges with are drawn one by one, and 600 of them take longer than two frames have. For graphs with many nodes.
import { EdgeProgram, type ProgramInfo } from 'sigma/rendering'
import type { EdgeDisplayData, NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'

const VERTEX = `
attribute vec2 a_position;
attribute vec2 a_normal;
attribute vec4 a_color;
uniform mat3 u_matrix;
uniform float u_thickness;
varying vec4 v_color;
void main() {
  gl_Position = vec4((u_matrix * vec3(a_position + a_normal * u_thickness, 1)).xy, 0, 1);
  v_color = a_color;
}`

const FRAGMENT = `
precision mediump float;
varying vec4 v_color;
void main() {
  gl_FragColor = v_color;
}`

const PIXELS = 0.7
/** Each corner: at the source or the target, on one side or the other. */
const corners = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, 1],
  [0, -1],
  [1, -1],
] as const

export class ThinEdges extends EdgeProgram<'u_matrix' | 'u_thickness'> {
  getDefinition() {
    const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext
    return {
      VERTICES: corners.length,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
      METHOD: TRIANGLES,
      UNIFORMS: ['u_matrix', 'u_thickness'] as const,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_normal', size: 2, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
    }
  }

  processVisibleItem(
    _: number,
    start: number,
    source: NodeDisplayData,
    target: NodeDisplayData,
    { color }: EdgeDisplayData,
  ): void {
    const [dx, dy] = [target.x - source.x, target.y - source.y]
    const length = Math.hypot(dx, dy) || 1
    const packed = floatColor(color)
    let at = start
    for (const [end, side] of corners) {
      this.array[at++] = source.x + end * dx
      this.array[at++] = source.y + end * dy
      this.array[at++] = (-side * dy) / length
      this.array[at++] = (side * dx) / length
      this.array[at++] = packed
    }
  }

  setUniforms(
    { matrix, correctionRatio }: RenderParams,
    { gl, uniformLocations }: ProgramInfo<'u_matrix' | 'u_thickness'>,
  ): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix, false, matrix)
    gl.uniform1f(uniformLocations.u_thickness, PIXELS * correctionRatio)
  }
}
