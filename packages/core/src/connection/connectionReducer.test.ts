import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorInfo, WalletAccount } from '../connectors/Connector.ts'
import {
  type ConnectionEvent,
  type ConnectionMachine,
  connectionReducer,
  initialConnection,
  inUse,
  toConnectionState,
} from './connectionReducer.ts'

const connectors: ConnectorInfo[] = (['a', 'b', 'solana:c', 'solana:d'] as const).map((id) => ({
  id,
  namespace: id.startsWith('solana') ? 'solana' : 'eip155',
  name: id,
  icon: null,
  rdns: null,
  type: 'injected',
}))
const connector = fc.constantFrom(...connectors)
const connectorId = connector.map(({ id }) => id)
const number = fc.integer({ min: 1, max: 6 })
const accountsOf = ({ namespace }: ConnectorInfo, addresses: readonly string[]): WalletAccount[] =>
  addresses.map((address) => ({ namespace, address, type: 'eoa' }))
const addresses = fc.uniqueArray(fc.constantFrom('0xA', '0xB', '0xC'), { maxLength: 3 })
const chainOf = ({ namespace }: ConnectorInfo, reference: string) => `${namespace}:${reference}` as const
const failure = fc.option(
  connectorId.map((id) => ({ code: 'user_rejected' as const, message: '', connectorId: id })),
  { nil: undefined },
)

const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.record({ type: fc.constant('connectStarted' as const), number, connector }),
  fc.record({
    type: fc.constant('restoresStarted' as const),
    restores: fc.array(fc.record({ number, connectorId, wasActive: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  }),
  fc.constant({ type: 'waitedEnough' as const }),
  fc.tuple(number, connector, addresses, fc.constantFrom('1', '2')).map(([number, connector, list, reference]) => ({
    type: 'attemptSucceeded' as const,
    number,
    connector,
    session: {
      accounts: accountsOf(connector, list.length > 0 ? list : ['0xA']) as [WalletAccount],
      chainId: chainOf(connector, reference),
    },
  })),
  fc.record({ type: fc.constant('attemptEnded' as const), number, failure }),
  fc.tuple(connector, addresses).map(([connector, list]) => ({
    type: 'accountsChanged' as const,
    connectorId: connector.id,
    accounts: accountsOf(connector, list),
  })),
  fc.tuple(connector, fc.constantFrom('1', '2')).map(([connector, reference]) => ({
    type: 'chainChanged' as const,
    connectorId: connector.id,
    chainId: chainOf(connector, reference),
  })),
  fc.record({ type: fc.constant('addressSelected' as const), address: fc.constantFrom('0xA', '0xB', '0xC') }),
  fc.record({ type: fc.constant('selected' as const), connectorId }),
  fc.record({
    type: fc.constantFrom('ended' as const, 'disconnected' as const),
    connectorIds: fc.array(connectorId, { maxLength: 4 }),
  }),
)

function checkMachine(machine: ConnectionMachine) {
  const { sessions, active, namespace, attempt, awaited, restores } = machine
  const ids = sessions.map(({ connector }) => connector.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const session of sessions) {
    expect(session.allAccounts[0].address).toBe(session.address)
    expect(session.caipAddress).toBe(`${session.chainId}:${session.address}`)
    // A family with a connection has a selected wallet.
    expect(active[session.namespace]).toBeDefined()
  }
  for (const [family, id] of Object.entries(active))
    expect(sessions.some((session) => session.namespace === family && session.connector.id === id)).toBe(true)
  expect(namespace === undefined).toBe(sessions.length === 0)
  if (sessions.length > 0) expect(inUse(machine)).toBeDefined()
  if (awaited !== undefined) expect(restores.some((restore) => restore.connectorId === awaited)).toBe(true)

  const state = toConnectionState(machine)
  expect(state.connections).toHaveLength(sessions.length)
  expect(state.asking).toBe(attempt?.connector)
  if (state.status === 'connected') {
    expect(state.account).toBe(inUse(machine))
    expect(state.connections[0]?.account).toBe(state.account)
  }
  if (state.status === 'disconnected') expect([sessions.length, attempt, restores.length]).toEqual([0, undefined, 0])
  if (state.status === 'connecting') expect(sessions).toHaveLength(0)
}

test('behavior: connections, selection and running attempts always agree', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let machine = initialConnection
      for (const next of events) {
        const before = machine
        machine = connectionReducer(machine, next)
        checkMachine(machine)
        const isKnown =
          'number' in next &&
          (before.attempt?.number === next.number || before.restores.some((restore) => restore.number === next.number))
        if ((next.type === 'attemptSucceeded' || next.type === 'attemptEnded') && !isKnown) expect(machine).toBe(before)
        if (next.type === 'ended' || next.type === 'disconnected')
          for (const id of next.connectorIds) {
            expect(machine.sessions.some(({ connector }) => connector.id === id)).toBe(false)
            if (next.type === 'disconnected') expect(machine.attempt?.connector.id).not.toBe(id)
          }
        // Only the visitor, a lost connection or a restore changes the selected wallet.
        const isQuiet = ['connectStarted', 'accountsChanged', 'chainChanged', 'attemptEnded', 'addressSelected']
        const [old, now] = [inUse(before), inUse(machine)]
        if (isQuiet.includes(next.type) && old && now && before.sessions.length === machine.sessions.length)
          expect(now.connector.id).toBe(old.connector.id)
      }
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['still waited for', [], 'solana:c'],
  ['no longer waited for', [{ type: 'waitedEnough' }], 'a'],
] as const)('behavior: the selected wallet of another family is restored last, %s', (_name, between, used) => {
  const succeed = (index: number, number: number): ConnectionEvent => {
    const info = connectors[index] as ConnectorInfo
    const session = { accounts: accountsOf(info, ['0xA']) as [WalletAccount], chainId: chainOf(info, '1') }
    return { type: 'attemptSucceeded', number, connector: info, session }
  }
  const events: ConnectionEvent[] = [
    {
      type: 'restoresStarted',
      restores: [
        { number: 1, connectorId: 'solana:c', wasActive: true },
        { number: 2, connectorId: 'a', wasActive: true },
      ],
    },
    succeed(0, 2),
    ...between,
    succeed(2, 1),
  ]
  const machine = events.reduce(connectionReducer, initialConnection)
  expect(inUse(machine)?.connector.id).toBe(used)
})
