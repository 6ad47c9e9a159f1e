import type { CallsStatus } from '@latchkey/protocol'
import { smartAccountAddress } from '@latchkey/smart-account'
import { createFrameTests } from './createFrameTests.ts'
import { createTestCalls } from './createTestCalls.ts'
import type { TestFrame } from './createTestFrame.ts'

/** A payment and a contract call, as a site requests them. */
export const receiver = '0x000000000000000000000000000000000000dEaD'
export const stranger = '0x00000000000000000000000000000000DeaDBeef'
export const pay = { to: receiver, value: '0x1' }
export const call = { to: stranger, data: '0x12345678' }

/** A world with smart accounts on its first network, whose chain accepts everything. */
export type OperationWorld = ReturnType<ReturnType<typeof createOperationTests>['setup']>

/** Creates worlds for tests of operations. */
export function createOperationTests({ afterEach }: { afterEach: (run: () => void) => void }) {
  const { setup: setupWorld } = createFrameTests({ afterEach })
  const setup = () => {
    const world = setupWorld()
    world.server.settings.smartAccounts = [1]
    const calls = createTestCalls(world.server)
    world.server.answerRpc(({ method, params }) => {
      switch (method) {
        case 'eth_getCode':
          return calls.code.get(String(params[0]).toLowerCase()) ?? '0x'
        case 'eth_gasPrice':
          return '0x3b9aca00'
        case 'eth_getBalance':
          return '0xde0b6b3a7640000'
        case 'eth_getTransactionCount':
          return '0x5'
        case 'eth_call':
          return '0x'
        case 'eth_simulateV1': {
          const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: unknown[] }[] }]
          const done = { status: '0x1', returnData: '0x', gasUsed: '0xc350', logs: [] }
          return blockStateCalls.map((block) => ({ calls: block.calls.map(() => done) }))
        }
        default:
          return null
      }
    })
    return { ...world, calls }
  }
  return { setup }
}

/** Logs in, and uses an account of that type. */
export async function signIn(world: OperationWorld, type: 'eoa' | 'smartAccount' = 'smartAccount') {
  const host = world.open()
  const user = (await host.signIn()) as { address: `0x${string}` }
  const owner = user.address
  if (type === 'smartAccount') await host.ask('setPreferredAccount', { type })
  return { host, owner, account: type === 'eoa' ? owner : smartAccountAddress({ address: owner }) }
}

/** Requests calls. */
export function sendCalls(host: TestFrame, list: readonly object[], more: object = {}): Promise<unknown> {
  const params = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: list, ...more }]
  return host.ask('rpc', { method: 'wallet_sendCalls', params })
}

/** Requests the status of calls. */
export function statusOf(host: TestFrame, id: string): Promise<CallsStatus> {
  return host.ask('rpc', { method: 'wallet_getCallsStatus', params: [id] }) as Promise<CallsStatus>
}

/** Waits until the request can be decided. */
export function ready(host: TestFrame) {
  return host.card('approve', ({ state }) => state === 'ready')
}

/** Approves. @returns the card that was shown */
export async function approve(host: TestFrame) {
  const card = await ready(host)
  host.frame.actions.approve()
  return card
}
