import { describe, expect, test } from 'vitest'
import { recapVectors, siwxContractVectors, siwxSignatureVectors, siwxTextVectors } from '../exports/siwxVectors.ts'
import { findRecapIssue } from './findRecapIssue.ts'
import { readSiwxMessage } from './readSiwxMessage.ts'
import { describeRecap, readRecap } from './recap.ts'
import { writeSiwxMessage } from './writeSiwxMessage.ts'

describe('texts', () => {
  test('no two are equal', () => {
    for (const key of ['name', 'text'] as const) {
      const values = siwxTextVectors.map((vector) => vector[key])
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
    }
  })

  test.each(siwxTextVectors)('$name', ({ text, data, issue }) => {
    expect(readSiwxMessage(text)).toStrictEqual(data ? { data } : { issue })
    if (data) expect(writeSiwxMessage(data)).toBe(text)
  })
})

describe('signatures', () => {
  test.each([...siwxSignatureVectors, ...siwxContractVectors])('$name', (vector) => {
    const { data } = readSiwxMessage(vector.message)
    expect(data === undefined).toBe('fault' in vector && vector.fault === 'message')
    if (data) expect(writeSiwxMessage(data)).toBe(vector.message)
  })
})

describe('recaps', () => {
  test.each(recapVectors)('$name', ({ statement, resources, issue }) => {
    expect(findRecapIssue({ ...(statement !== undefined && { statement }), resources })).toBe(issue)
    const recap = readRecap(resources.at(-1) ?? '')
    if (issue || !recap) return
    expect(statement?.endsWith(describeRecap(recap))).toBe(true)
  })
})
