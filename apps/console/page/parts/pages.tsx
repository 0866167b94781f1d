// Goes through a cursor-paged list of the API, a page at a time.
import { useState } from 'preact/hooks'

type Pages = {
  /** Of the page that is shown; null for the first. */
  cursor: string | null
  isFirst: boolean
  restart: () => void
  back: () => void
  open: (cursor: string) => void
}

export function usePages(): Pages {
  const [cursors, setCursors] = useState<(string | null)[]>([null])
  return {
    cursor: cursors.at(-1) ?? null,
    isFirst: cursors.length === 1,
    restart: () => setCursors([null]),
    back: () => setCursors(cursors.slice(0, -1)),
    open: (cursor) => setCursors([...cursors, cursor]),
  }
}

type Shown = { pages: Pages; nextCursor: string | null; back?: string; more?: string }

export function PageButtons({ pages, nextCursor, back = 'Back', more = 'More' }: Shown) {
  return (
    <div class="row">
      {!pages.isFirst && (
        <button type="button" onClick={pages.back}>
          {back}
        </button>
      )}
      {nextCursor && (
        <button type="button" onClick={() => pages.open(nextCursor)}>
          {more}
        </button>
      )}
    </div>
  )
}
