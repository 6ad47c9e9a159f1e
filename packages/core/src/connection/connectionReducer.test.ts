import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import { type ConnectionEvent, connectionReducer, initialConnection } from './connectionReducer.ts'

const connectors: ConnectorInfo[] = ['a', 'b'].map((id) => ({ id, name: id, icon: null, rdns: null, type: 'injected' }))
const connector = fc.constantFrom(...connectors)
const connectorId = connector.map(({ id }) => id)
const attempt = fc.integer({ min: 1, max: 4 })
const chainId = fc.constantFrom('eip155:1' as const, 'eip155:2' as const)
const address = fc.constantFrom('0xA', '0xB', '0xC')
const accounts = fc.uniqueArray(address, { maxLength: 3 })
const failure = fc.option(
  connectorId.map((id) => ({ code: 'user_rejected' as const, message: '', connectorId: id })),
  {
    nil: undefined,
  },
)

const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.record({ type: fc.constant('connectStarted' as const), attempt, connector }),
  fc.record({ type: fc.constant('reconnectStarted' as const), attempt, connectorId }),
  fc.record({
    type: fc.constant('attemptSucceeded' as const),
    attempt,
    connector,
    accounts: accounts.filter((list) => list.length > 0).map((list) => list as [string, ...string[]]),
    chainId,
  }),
  fc.record({ type: fc.constant('attemptEnded' as const), attempt, failure }),
  fc.record({ type: fc.constant('accountsChanged' as const), connectorId, accounts }),
  fc.record({ type: fc.constant('chainChanged' as const), connectorId, chainId }),
  fc.record({ type: fc.constant('addressSelected' as const), address }),
  fc.record({ type: fc.constant('sessionEnded' as const), connectorId }),
  fc.record({ type: fc.constant('disconnected' as const) }),
)

test('behavior: status, attempt and session always agree', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let machine = initialConnection
      for (const next of events) {
        const before = machine
        machine = connectionReducer(machine, next)
        const { state, held, attempt: number } = machine
        const waiting = state.status === 'connecting' || state.status === 'reconnecting'
        expect(number !== undefined).toBe(waiting)
        if (state.status === 'connected') {
          expect(held).toBe(state.account)
          expect(state.account.allAddresses[0]).toBe(state.account.address)
          expect(state.account.caipAddress).toBe(`${state.account.chainId}:${state.account.address}`)
        }
        if (state.status === 'disconnected') expect(held).toBeUndefined()
        const late = 'attempt' in next && next.type.startsWith('attempt') && next.attempt !== before.attempt
        if (late) expect(machine).toBe(before)
        if (next.type === 'disconnected') expect(state.status).toBe('disconnected')
        if (
          next.type === 'accountsChanged' &&
          next.accounts.length === 0 &&
          before.held?.connector.id === next.connectorId
        )
          expect(held).toBeUndefined()
      }
    }),
    { numRuns: 500 },
  )
})
