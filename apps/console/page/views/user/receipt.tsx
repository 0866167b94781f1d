// The result of a forget: how much was deleted, and the signed receipt, as a table and for keeping.
import { useEffect, useRef } from 'preact/hooks'
import { receiptText } from '../../api.ts'
import { FromProgram } from '../../parts/from-program.tsx'
import { Await, useLoaded } from '../../parts/loaded.tsx'
import { Code, Table } from '../../parts/pieces.tsx'
import type { Call } from '../../pure/curl.ts'
import { capital, count, moment, spaced } from '../../pure/words.ts'
import type { Forgotten, Receipt, Scope } from '../../shapes.ts'

export type Done = { scope: Scope; category: string | null; forgotten: Forgotten; call: Call }

export function ForgottenView({ scope, category, forgotten, call }: Done) {
  const { deletedItems, deletedEntities, deletedResources, receiptId } = forgotten
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the question.
  useEffect(() => heading.current?.focus(), [])
  const receipt = useLoaded((leaving) => receiptText(receiptId, leaving), receiptId)
  return (
    <section class="card" aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        Forgotten
      </h2>
      <p>
        {category && `${capital(category)} of `}
        <bdi>{scope.userId}</bdi> in <bdi>{scope.appId}</bdi>: {count(deletedItems, 'fact')},{' '}
        {count(deletedEntities, 'entity', 'entities')} and {count(deletedResources, 'source')}.
        Nothing that was written before can be read any more.
      </p>
      <Await of={receipt}>{(text) => <SignedReceipt text={text} />}</Await>
      <FromProgram call={call} />
    </section>
  )
}

/** The text is passed on byte for byte: the signature would not match another spelling. */
function SignedReceipt({ text }: { text: string }) {
  const { statement } = JSON.parse(text) as Receipt
  const { destroyedKeys } = statement
  return (
    <>
      <h3>Receipt</h3>
      <Table label="What each store removed" columns={['Store', 'Removed', 'Had let go']}>
        {statement.stores.map(({ store, removed, letGoAt }) => (
          <tr key={store}>
            <th scope="row">{capital(spaced(store))}</th>
            <td>{store === 'keys' && destroyedKeys ? 'the key' : removedInWords(removed)}</td>
            <td>{moment(letGoAt)}</td>
          </tr>
        ))}
      </Table>
      {destroyedKeys && (
        <p class="muted">
          The user’s key was destroyed, so that no copy of what was forgotten can be read.
        </p>
      )}
      <p>
        <button type="button" onClick={() => download(text, statement.receiptId)}>
          Download the signed receipt
        </button>
      </p>
      <Code
        label="Anybody can verify it"
        text={`curl -s ${location.origin}/.well-known/palimpsest-receipts.json > keys.json\nnpm run cli -- verify-receipt ${fileOf(statement.receiptId)} --keys keys.json`}
      />
    </>
  )
}

function removedInWords(removed: Readonly<Record<string, number>>): string {
  const told = Object.entries(removed).filter(([, many]) => many > 0)
  return told.map(([what, many]) => `${many} ${spaced(what)}`).join(', ') || 'nothing was left'
}

function download(text: string, receiptId: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = fileOf(receiptId)
  link.click()
  URL.revokeObjectURL(link.href)
}

function fileOf(receiptId: string): string {
  return `receipt-${receiptId}.json`
}
