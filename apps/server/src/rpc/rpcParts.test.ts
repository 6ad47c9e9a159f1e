import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseUpstreams } from './chooseUpstreams.ts'
import { classifyRpcError } from './classifyRpcError.ts'
import { createAnswerCache } from './createAnswerCache.ts'
import { createLatencyWindow } from './createLatencyWindow.ts'
import { isImmutableAnswer } from './immutableAnswer.ts'
import { AllFailed, raceUpstreams } from './raceUpstreams.ts'

describe('classifyRpcError', () => {
  test.each([
    ['caller', 3, 'execution reverted: no'],
    ['caller', -32000, 'insufficient funds for gas * price + value'],
    ['caller', -32000, 'nonce too low'],
    ['caller', -32602, 'invalid argument 0'],
    ['caller', -32005, 'query returned more than 10000 results'],
    ['caller', -32603, 'execution reverted'],
    ['limit', -32005, 'limit exceeded'],
    ['limit', -32000, 'Your app has exceeded its compute units per second capacity'],
    ['limit', 429, ''],
    ['node', -32000, 'header not found'],
    ['node', -32000, 'missing trie node 0xabc'],
    ['node', -32603, 'Internal error'],
    ['node', -32601, 'the method eth_x does not exist'],
    ['node', -32001, 'resource not found'],
    ['behind', -32602, 'BlockOutOfRangeError: block height is 5 but requested was 9'],
    ['behind', -32000, 'block range extends beyond current head block'],
    ['caller', -32602, 'block range is too wide'],
  ] as const)('behavior: %s: %i %s', (kind, code, message) => {
    expect(classifyRpcError({ code, message })).toBe(kind)
  })
})

describe('chooseUpstreams', () => {
  test('behavior: each item occurs at most once, and heavier ones come first more often', () => {
    const items = [{ weight: 3 }, { weight: 1 }, { weight: 0 }]
    const first = new Map<number, number>()
    // An even sweep over the random number instead of chance.
    for (let step = 0; step < 1000; step += 1) {
      const chosen = chooseUpstreams({ items, weightOf: ({ weight }) => weight, limit: 3, random: () => step / 1000 })
      expect(new Set(chosen).size).toBe(3)
      expect(chosen[2]).toBe(items[2])
      const weight = chosen[0]?.weight ?? 0
      first.set(weight, (first.get(weight) ?? 0) + 1)
    }
    expect(first.get(3)).toBe(750)
    expect(first.get(1)).toBe(250)
  })

  test('behavior: any weights and random numbers give distinct items up to the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })),
        fc.integer({ min: 0, max: 8 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (weights, limit, chance) => {
          const items = weights.map((weight) => ({ weight }))
          const chosen = chooseUpstreams({ items, weightOf: ({ weight }) => weight, limit, random: () => chance })
          expect(chosen).toHaveLength(Math.min(limit, items.length))
          expect(new Set(chosen).size).toBe(chosen.length)
        },
      ),
    )
  })
})

describe('raceUpstreams', () => {
  const never = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  test('behavior: the second starts when the first is late, and the loser is aborted', async () => {
    const started: string[] = []
    let ended = false
    const result = await raceUpstreams({
      candidates: ['slow', 'fast', 'unused'],
      hedgeAfter: 5,
      attempt: async (name, signal) => {
        started.push(name)
        signal.addEventListener('abort', () => {
          if (name === 'slow') ended = true
        })
        return name === 'slow' ? never(signal) : name
      },
    })
    expect(result).toBe('fast')
    expect(started).toEqual(['slow', 'fast'])
    expect(ended).toBe(true)
  })

  test('error: all failures are returned, in order', async () => {
    const race = raceUpstreams({
      candidates: [1, 2, 3],
      attempt: async (number) => {
        throw new Error(String(number))
      },
    })
    const error = await race.catch((reason: AllFailed) => reason)
    expect(error).toBeInstanceOf(AllFailed)
    expect((error as AllFailed).errors.map(String)).toEqual(['Error: 1', 'Error: 2', 'Error: 3'])
    await expect(raceUpstreams({ candidates: [], attempt: async () => 1 })).rejects.toBeInstanceOf(AllFailed)
  })

  test('behavior: an abort ends everything with its reason', async () => {
    const controller = new AbortController()
    const race = raceUpstreams({
      candidates: [1],
      attempt: async (_one, signal) => never(signal),
      signal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(race).rejects.toThrow('enough')
    await expect(raceUpstreams({ candidates: [1], attempt: async () => 1, signal: controller.signal })).rejects.toThrow(
      'enough',
    )
  })
})

describe('isImmutableAnswer', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const cases: [boolean, string, unknown[], unknown][] = [
    [true, 'eth_getBlockByHash', [hash, true], {}],
    [false, 'eth_getBlockByHash', [hash, true], null],
    [true, 'eth_getBlockByNumber', ['0x64', true], {}],
    [false, 'eth_getBlockByNumber', ['0x65', true], {}],
    [false, 'eth_getBlockByNumber', ['latest', true], {}],
    [false, 'eth_getBlockByNumber', ['finalized', true], {}],
    [true, 'eth_call', [{}, '0x10'], '0x'],
    [true, 'eth_call', [{}, { blockHash: hash }], '0x'],
    [true, 'eth_call', [{}, { blockNumber: '0x10' }], '0x'],
    [false, 'eth_call', [{}, 'latest'], '0x'],
    [false, 'eth_call', [{}], '0x'],
    [true, 'eth_getLogs', [{ blockHash: hash }], []],
    [true, 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x64' }], []],
    [false, 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x65' }], []],
    [false, 'eth_getLogs', [{ fromBlock: '0x1' }], []],
    [true, 'eth_getTransactionReceipt', [hash], { blockNumber: '0x64' }],
    [false, 'eth_getTransactionReceipt', [hash], { blockNumber: '0x65' }],
    [false, 'eth_getTransactionByHash', [hash], { blockNumber: null }],
    [true, 'eth_getBlockReceipts', [hash], []],
    [false, 'eth_gasPrice', [], '0x1'],
    [false, 'eth_estimateGas', [{}, '0x1'], '0x1'],
  ]
  test.each(cases)('behavior: %s for %s %j', (expected, method, params, result) => {
    expect(isImmutableAnswer({ call: { method, params }, result, finalBlock: 100 })).toBe(expected)
  })

  test('behavior: without a known head only block hashes count', () => {
    const result = {}
    const call = { method: 'eth_getBlockByNumber', params: ['0x1', false] }
    expect(isImmutableAnswer({ call, result, finalBlock: undefined })).toBe(false)
  })
})

test('createAnswerCache: behavior: bounded by size, removes the least recently used first', () => {
  const cache = createAnswerCache({ maxBytes: 303, maxEntryBytes: 150 })
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 100)
  expect(cache.get('a')).toMatchObject({ result: 'a' })
  cache.set('d', 'd', 100)
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBeDefined()
  cache.set('large', 'large', 151)
  expect(cache.get('large')).toBeUndefined()
  cache.clear()
  expect(cache.get('a')).toBeUndefined()
})

test('createLatencyWindow: behavior: the 95th percentile of recent answers, within its limits', () => {
  const latencies = createLatencyWindow()
  expect(latencies.percentile95()).toBe(1_000)
  for (let index = 1; index <= 100; index += 1) latencies.add(index * 10)
  expect(latencies.percentile95()).toBe(960)
  for (let index = 0; index < 400; index += 1) latencies.add(1)
  expect(latencies.percentile95()).toBe(50)
})
