// Does a long piece of work in small ones, some in each frame, so that the page stays responsive. Bounded by how much is
// done and not by a clock, which on a busy machine also counts what others do.

/** `work` yields after each small piece. Returns how to stop it. */
export function overFrames(work: Iterator<unknown>, perFrame: number): () => void {
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
