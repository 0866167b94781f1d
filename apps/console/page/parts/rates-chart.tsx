// The place of the drawing of the rates. Its text is the table beside it, which holds the last values.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Rates, RatesDrawing } from './rates-drawing.ts'

export function RatesChart({ rates, label }: { rates: Rates; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<RatesDrawing | null>(null)
  // As many lines as there are topics: others are another drawing.
  const names = rates.lines.map(({ name }) => name).join(' ')
  useEffect(() => {
    let drawn: RatesDrawing | null = null
    let gone = false
    import('./rates-drawing.ts').then(
      ({ drawRates }) => {
        if (gone || !place.current) return
        drawn = drawRates(place.current, rates)
        setDrawing(drawn)
      },
      // The table says the same.
      () => undefined,
    )
    return () => {
      gone = true
      drawn?.close()
      setDrawing(null)
    }
  }, [names])
  useEffect(() => drawing?.show(rates), [drawing, rates])
  return <div ref={place} class="rates" role="img" aria-label={label} />
}
