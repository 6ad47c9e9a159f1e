import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../Description.ts'
import { account, word } from '../testing/requests.ts'
import { nativeLogAddress, transferTopic } from './Simulation.ts'
import { simulate } from './simulate.ts'

const to = '0x00000000000000000000000000000000DeaDBeef'
const calls = [{ to, value: 5n, data: '0x' }] as const
const missing = { code: -32601, message: 'the method does not exist' }

/** A node that supports only these methods; an error is thrown. */
function nodeOf(answers: Record<string, unknown>): ChainReader {
  return async ({ method }) => {
    const answer = answers[method] ?? missing
    if (typeof answer === 'object' && 'code' in answer) throw answer
    return answer
  }
}
const tryOut = (answers: Record<string, unknown>) => simulate({ read: nodeOf(answers), from: account, calls })

describe('a refusal', () => {
  test.each([
    [
      'a revert',
      { code: 3, message: 'execution reverted', data: `0xe450d38c${'0'.repeat(192)}` },
      'ERC20InsufficientBalance',
    ],
    ['without words', { code: 'simulation_failed', rpcCode: 3, message: '', data: '0x12345678' }, '0x12345678'],
    ['a transaction that is not let in', { code: -32003, message: 'Insufficient funds' }, 'Insufficient funds'],
    ['a simulation that cannot begin', { code: 'upstream_refused', rpcCode: -38014, message: 'no' }, 'no'],
    ['words only', { code: -32000, message: 'insufficient funds for transfer' }, 'insufficient funds for transfer'],
  ])('behavior: %s', async (_name, error, reason) => {
    expect(await tryOut({ eth_simulateV1: error })).toStrictEqual({ kind: 'refused', reason })
    expect(await tryOut({ eth_call: error })).toMatchObject({ kind: 'called', call: { status: 'reverted', reason } })
  })

  test.each([
    ['a method that is missing', missing],
    ['a node that cannot be reached', { code: 'network_request_failed', message: 'Network request failed' }],
    ['an internal error', { code: -32603, message: 'internal error' }],
  ])('behavior: %s is none', async (_name, error) => {
    expect(await tryOut({ eth_simulateV1: error, debug_traceCall: error, eth_call: error })).toStrictEqual({
      kind: 'unavailable',
    })
  })
})

describe('a trace', () => {
  const transfer = (from: string, value: string) => ({ type: 'CALL', from, to, value, gasUsed: '0x5208', output: '0x' })

  test('behavior: finds coins and logs at every depth, except those of reverted calls', async () => {
    const log = { address: to, topics: [], data: `0x${word(1)}` }
    const frame = {
      ...transfer(account, '0x5'),
      logs: [log],
      calls: [
        { ...transfer(to, '0x2'), to: account, calls: [{ ...transfer(to, '0x1'), type: 'DELEGATECALL', logs: [log] }] },
        { ...transfer(to, '0x9'), error: 'execution reverted', logs: [log] },
      ],
    }
    const simulation = await tryOut({ debug_traceCall: frame })
    if (simulation.kind !== 'traced') throw new Error(simulation.kind)
    const logs = simulation.calls[0]?.logs ?? []
    expect(logs.filter(({ address }) => address === nativeLogAddress)).toStrictEqual([
      {
        address: nativeLogAddress,
        topics: [transferTopic, `0x${word(account)}`, `0x${word(to)}`],
        data: `0x${word(5)}`,
      },
      {
        address: nativeLogAddress,
        topics: [transferTopic, `0x${word(to)}`, `0x${word(account)}`],
        data: `0x${word(2)}`,
      },
    ])
    expect(logs).toHaveLength(4)
  })

  test('behavior: a revert has its reason', async () => {
    const output = `0x08c379a0${word(32)}${word(4)}${Buffer.from('nope').toString('hex').padEnd(64, '0')}`
    const frame = { ...transfer(account, '0x5'), error: 'execution reverted', output }
    expect(await tryOut({ debug_traceCall: frame })).toMatchObject({
      kind: 'traced',
      calls: [{ status: 'reverted', reason: 'nope', logs: [] }],
    })
  })
})

test('error: a malformed answer is not used', async () => {
  for (const nonsense of [[], [{}], [{ calls: [] }], [{ calls: [{ logs: 'x' }] }], [{ calls: [{ logs: [{}] }] }], 'x'])
    expect(await tryOut({ eth_simulateV1: nonsense })).toStrictEqual({ kind: 'unavailable' })
})
