import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainNamespaces } from '../caip/chainId.ts'
import {
  type ConnectionRecord,
  emptyConnectionRecord,
  readConnectionRecord,
  storagePrefix,
} from './connectionRecord.ts'

test('behavior: reads the record that it has written, with two recent connectors at most (spec 9.19)', () => {
  const record: fc.Arbitrary<ConnectionRecord> = fc.record(
    {
      version: fc.constant(2 as const),
      connections: fc.array(fc.record({ connectorId: fc.string(), namespace: fc.constantFrom(...chainNamespaces) })),
      namespace: fc.constantFrom(...chainNamespaces),
      chainIds: fc.record(
        {
          eip155: fc.maxSafeNat().map((number) => `eip155:${number}` as const),
          solana: fc.constant('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const),
        },
        { requiredKeys: [] },
      ),
      recentConnectorIds: fc.array(fc.string(), { maxLength: 4 }),
    },
    { requiredKeys: ['version', 'connections', 'chainIds', 'recentConnectorIds'] },
  )
  fc.assert(
    fc.property(record, (value) => {
      expect(readConnectionRecord(JSON.stringify(value))).toEqual({
        ...value,
        recentConnectorIds: value.recentConnectorIds.slice(0, 2),
      })
    }),
  )
  expect(readConnectionRecord(JSON.stringify(emptyConnectionRecord))).toStrictEqual(emptyConnectionRecord)
})

test('default: every key begins with one prefix (spec 9.27)', () => {
  expect(storagePrefix).toBe('@latchkey/')
})

test('behavior: a record of the first version is converted', () => {
  const first = { version: 1, connectorId: 'io.wallet', chainId: 'eip155:8453', recentConnectorIds: ['io.wallet'] }
  expect(readConnectionRecord(JSON.stringify(first))).toStrictEqual({
    version: 2,
    connections: [{ connectorId: 'io.wallet', namespace: 'eip155' }],
    namespace: 'eip155',
    chainIds: { eip155: 'eip155:8453' },
    recentConnectorIds: ['io.wallet'],
  })
  expect(readConnectionRecord('{"version":1,"recentConnectorIds":[]}')).toStrictEqual(emptyConnectionRecord)
})

test('behavior: fields of another version are dropped', () => {
  expect(
    readConnectionRecord(
      '{"version":2,"connections":[{"connectorId":"a","namespace":"eip155","key":"x"}],"chainIds":{},"recentConnectorIds":[],"secret":"x"}',
    ),
  ).toStrictEqual({
    version: 2,
    connections: [{ connectorId: 'a', namespace: 'eip155' }],
    chainIds: {},
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
  '{"version":3,"recentConnectorIds":[]}',
  '{"version":2,"recentConnectorIds":[]}',
  '{"version":2,"recentConnectorIds":[],"connections":[{"connectorId":1,"namespace":"eip155"}],"chainIds":{}}',
  '{"version":2,"recentConnectorIds":[],"connections":[{"connectorId":"a","namespace":"cosmos"}],"chainIds":{}}',
  '{"version":2,"recentConnectorIds":[],"connections":[],"chainIds":{"solana":"eip155:1"}}',
  '{"version":2,"recentConnectorIds":[],"connections":[],"chainIds":{},"namespace":"cosmos"}',
  '{"version":1}',
  '{"version":1,"recentConnectorIds":[1]}',
])('error: %o is ignored', (text) => expect(readConnectionRecord(text)).toBeUndefined())

test('error: reads any stored text without a throw', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readConnectionRecord(text)))
})
