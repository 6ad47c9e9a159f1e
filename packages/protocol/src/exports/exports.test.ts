import { expect, test } from 'vitest'
import * as api from './api.ts'
import * as errors from './errors.ts'
import * as index from './index.ts'

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
  expect(Object.keys(errors).sort()).toEqual(['ServiceError', 'errorCatalogue', 'isErrorCode'])
  expect(Object.keys(api).sort()).toMatchSnapshot()
})
