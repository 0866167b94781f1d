// Draws how many records a second came to each topic, over the last minutes. Loaded when the pipeline is shown.
import uPlot from 'uplot'

export type Rates = {
  /** In seconds since 1970, the oldest first. */
  at: readonly number[]
  /** A line each, as long as `at`. */
  lines: readonly { name: string; colour: string; values: readonly number[] }[]
}
export type RatesDrawing = { show(rates: Rates): void; close(): void }

const HEIGHT = 160

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** In the words of the browser's language, at whole seconds. */
function timeAxis(axis: uPlot.Axis): uPlot.Axis {
  return {
    ...axis,
    space: 90,
    incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300],
    values: (_, at) => at.map((seconds) => time.format(seconds * 1000)),
  }
}

/** Its colours are those of the place, also after a change of the theme. */
export function drawRates(place: HTMLElement, { lines }: Pick<Rates, 'lines'>): RatesDrawing {
  const ink = () => getComputedStyle(place).color
  const axis = {
    stroke: ink,
    grid: { stroke: () => getComputedStyle(place).outlineColor, width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(place).fontFamily}`,
  }
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_, __, most) => [0, Math.max(1, most)] } },
      axes: [timeAxis(axis), { ...axis, size: 44 }],
      series: [
        {},
        ...lines.map(({ name, colour }) => ({
          label: name,
          stroke: colour,
          width: 1.5,
          points: { show: false },
        })),
      ],
    },
    undefined,
    place,
  )
  const resized = new ResizeObserver(() =>
    plot.setSize({ width: place.clientWidth, height: HEIGHT }),
  )
  resized.observe(place)
  return {
    show: ({ at, lines }) => plot.setData([[...at], ...lines.map(({ values }) => [...values])]),
    close: () => {
      resized.disconnect()
      plot.destroy()
    },
  }
}
