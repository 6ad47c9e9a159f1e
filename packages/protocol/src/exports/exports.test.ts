import { expect, test } from 'vitest'
import * as api from './api.ts'
import * as index from './index.ts'

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
  expect(Object.keys(api).sort()).toMatchSnapshot()
})
