// Goes through a cursor-paged list of the API, a page at a time.
import { keptState } from './kept.ts'

type Pages = {
  /** Of the page that is shown; null for the first. */
  cursor: string | null
  isFirst: boolean
  restart: () => void
  back: () => void
  open: (cursor: string) => void
}

const useCursors = keptState<readonly (string | null)[]>([null])

/** `place`: which list it is, so that a person who comes back to it finds the page that was left. */
export function usePages(place: string): Pages {
  const [cursors, setCursors] = useCursors(place)
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
