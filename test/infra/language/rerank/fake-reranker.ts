// A double of a `/rerank` endpoint over real HTTP on a free local port, in either of the two APIs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RerankApi } from '../../../../infra/language/rerank/http-reranker.ts'

export type RerankRequest = {
  authorization: string | undefined
  body: { query: string; documents?: string[]; texts?: string[]; model?: string; top_n?: number }
}
export type FakeReranker = {
  url: string
  requests: RerankRequest[]
  /** What it answers instead; null: the scores again. 'hang': it never answers. */
  answerWith(answer: { status?: number; body: unknown } | 'hang' | null): void
  close(): Promise<void>
}

/** Scores each text by `score`; answers with the best first, as such endpoints do. */
export async function startFakeReranker(
  api: RerankApi,
  score: (query: string, text: string) => number,
): Promise<FakeReranker> {
  const requests: RerankRequest[] = []
  let instead: { status?: number; body: unknown } | 'hang' | null = null
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const body = JSON.parse(text)
    requests.push({ authorization: incoming.headers.authorization, body })
    if (instead === 'hang') return
    const texts: string[] = body.documents ?? body.texts
    const scored = texts
      .map((each, index) => ({ index, score: score(body.query, each) }))
      .sort((a, b) => b.score - a.score)
    const results = scored.map((each) => ({ index: each.index, relevance_score: each.score }))
    response.writeHead(instead?.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(instead?.body ?? (api === 'tei' ? scored : { results })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/rerank`,
    requests,
    answerWith: (answer) => {
      instead = answer
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
