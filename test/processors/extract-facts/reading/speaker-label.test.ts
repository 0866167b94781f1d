// Which labels in front of a line are the name of a speaker.
import { expect, test } from 'vitest'
import { isSpeakerLabel } from '../../../../processors/extract-facts/reading/speaker-label.ts'

test.each([
  'Anna',
  'anna',
  'I',
  'user',
  'support agent',
  'Anna  Berg',
  'Anna .',
  'Na.me',
  'Ludwig van Beethoven',
  'Ana de la Cruz',
])('%s is a speaker', (label) => {
  expect(isSpeakerLabel(label)).toBe(true)
})

test.each([
  'I checked',
  'Let me correct that',
  'City',
  'Typo',
  'Confession',
  'Clarification',
  'P.S',
  'p.s.',
  'Name.',
  'Name..',
  'Anna City',
  'Current city',
  'Anna vanilla',
  'Anna suede',
  'de Berg',
])('%s is no speaker', (label) => {
  expect(isSpeakerLabel(label)).toBe(false)
})
