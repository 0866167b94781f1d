// A small line of the values of the last minutes. A screen reader reads the last value beside it.
const WIDTH = 120
const HEIGHT = 20

export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`
  })
  return (
    <svg
      class="sparkline"
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
