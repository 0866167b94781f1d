// The generated lists of the documentation are as the code says.
import { describe, expect, it } from 'vitest'
import {
  generateDocs,
  outdatedDocs,
  topologyPicture,
  withSection,
} from '../../../../apps/cli/generate/generate.ts'

const section = { file: 'README.md', marker: 'list', text: 'new' }
const page = 'before\n<!-- generated:list -->\nold\n<!-- /generated:list -->\nafter\n'

describe('the generated lists', () => {
  it('are up to date', () => {
    expect(outdatedDocs(), 'out of date: run `npm run generate`').toEqual([])
  })

  it('hold a row for each thing in the code', () => {
    const texts = new Map(
      generateDocs().map(({ file, marker, text }) => [`${file} ${marker}`, text]),
    )
    expect(texts.get('README.md environment')).toMatch(/\| `PORT` +\| 8080 +\| port to listen on/)
    expect(texts.get('README.md errors')).toMatch(/\| `RATE_LIMITED` +\| 429 /)
    expect(texts.get('README.md rate-limits')).toMatch(
      /\| `POST \/memorize`, and what changes `\/items`, all together +\| 100 /,
    )
    expect(texts.get('README.md topics')).toMatch(/\| `memory\.facts\.v1` +\|.*\| for ever +\|/)
    expect(texts.get('README.md topics')).toMatch(/\| `<topic>\.dlq` +\|.*\| 30 days +\|/)
    expect(texts.get('processors/README.md topology')).toContain('extract-facts')
    expect(texts.get('apps/api/sources/README.md signatures')).toMatch(/\| `stripe` +\| `Stripe-/)
    expect(texts.get('apps/api/sources/README.md events')).toMatch(
      /\| `stripe\.charge\.refunded` +\|/,
    )
  })

  it('given a topology then the picture has its topics, processors, stores and arrows', () => {
    const picture = topologyPicture([
      {
        name: 'copy-facts',
        reads: ['memory.writes.v1'],
        handles: [],
        writes: ['memory.facts.v1'],
        stores: ['graph'],
        replayed: true,
      },
    ])
    expect(picture.split('\n').map((line) => line.trim())).toEqual([
      '```mermaid',
      'flowchart LR',
      'topic_memory_writes_v1[/memory.writes.v1/]',
      'topic_memory_facts_v1[/memory.facts.v1/]',
      'processor_copy_facts([copy-facts])',
      'store_graph[(graph)]',
      'topic_memory_writes_v1 --> processor_copy_facts',
      'processor_copy_facts --> topic_memory_facts_v1',
      'processor_copy_facts --> store_graph',
      '```',
    ])
  })
})

describe('withSection', () => {
  it('given a page then only what stands between the markers is replaced, once and for all', () => {
    const written = withSection(page, section)
    expect(written).toBe(
      'before\n<!-- generated:list -->\n\nnew\n\n<!-- /generated:list -->\nafter\n',
    )
    expect(withSection(written, section)).toBe(written)
  })

  it('given a page without the markers then it says which are missing', () => {
    expect(() => withSection('nothing', section)).toThrow(/README\.md.*generated:list/)
  })
})
