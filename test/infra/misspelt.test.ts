// A variable that is one typo away from a known one is reported; others are left alone.
import { expect, test } from 'vitest'
import { misspeltVariables } from '../../infra/config.ts'

test.each([
  ['DATADIR', 'DATA_DIR'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['DATA_DRI', 'DATA_DIR'],
  ['DATA_DIX', 'DATA_DIR'],
  ['data_dir', 'DATA_DIR'],
  ['KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
])('%s is meant to be %s', (given, meant) => {
  expect(misspeltVariables({ [given]: 'x' })).toEqual([{ given, meant }])
})

test('a known name, and one unlike all known names, is no mistake', () => {
  const env = {
    DATA_DIR: 'x',
    HOST: 'x',
    PORT: '1',
    HOSTS: 'x',
    PATH: 'x',
    HOME: 'x',
    LANG: 'C',
    DATA: 'x',
  }
  expect(misspeltVariables(env)).toEqual([])
})
