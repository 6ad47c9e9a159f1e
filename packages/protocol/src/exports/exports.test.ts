import { expect, test } from 'vitest'
import * as api from './api.ts'
import * as errors from './errors.ts'
import * as index from './index.ts'
import * as siwx from './siwx.ts'
import * as siwxVectors from './siwxVectors.ts'

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
  expect(Object.keys(errors).sort()).toEqual(['ServiceError', 'errorCatalog', 'isErrorCode', 'isRetryable'])
  expect(Object.keys(api).sort()).toMatchSnapshot()
  expect(Object.keys(siwx).sort()).toEqual([
    ...['describeRecap', 'findRecapIssue', 'findSiwxIssue', 'isRecap', 'readRecap', 'readSiwxMessage'],
    ...['writeRecap', 'writeSiwxMessage'],
  ])
  expect(Object.keys(siwxVectors).sort()).toEqual([
    ...['recapVectors', 'siwxContractVectors', 'siwxSignatureVectors', 'siwxTextVectors'],
  ])
})
