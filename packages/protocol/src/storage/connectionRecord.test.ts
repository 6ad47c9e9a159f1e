import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionRecord, emptyConnectionRecord, readConnectionRecord } from './connectionRecord.ts'

test('behavior: what is written is read back, with two recent connectors at most', () => {
  const record: fc.Arbitrary<ConnectionRecord> = fc.record(
    {
      version: fc.constant(1 as const),
      connectorId: fc.string(),
      chainId: fc.maxSafeNat().map((number) => `eip155:${number}` as const),
      recentConnectorIds: fc.array(fc.string(), { maxLength: 4 }),
    },
    { requiredKeys: ['version', 'recentConnectorIds'] },
  )
  fc.assert(
    fc.property(record, (value) => {
      expect(readConnectionRecord(JSON.stringify(value))).toStrictEqual({
        ...value,
        recentConnectorIds: value.recentConnectorIds.slice(0, 2),
      })
    }),
  )
  expect(readConnectionRecord(JSON.stringify(emptyConnectionRecord))).toStrictEqual(emptyConnectionRecord)
})

test('behavior: fields of another version are not kept', () => {
  expect(readConnectionRecord('{"version":1,"recentConnectorIds":[],"secret":"x"}')).toStrictEqual({
    version: 1,
    recentConnectorIds: [],
  })
})

test.each([
  null,
  '',
  '{',
  'null',
  '1',
  '[]',
  '{}',
  '{"version":2,"recentConnectorIds":[]}',
  '{"version":1}',
  '{"version":1,"recentConnectorIds":[1]}',
  '{"version":1,"recentConnectorIds":[],"connectorId":1}',
  '{"version":1,"recentConnectorIds":[],"chainId":"1"}',
])('error: %o counts as none', (text) => expect(readConnectionRecord(text)).toBeUndefined())

test('error: anything stored is read without a throw', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readConnectionRecord(text)))
})
