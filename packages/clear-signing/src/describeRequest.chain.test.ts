import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { codesOf, word } from './testing/requests.ts'
import { useChain } from './testing/useChain.ts'

const chain = useChain()
const stranger = '0x00000000000000000000000000000000DeaDBeef'
const maximum = (1n << 256n) - 1n

describe('simulation', () => {
  test('default', async () => {
    const to = chain.account(1).address
    const described = await chain.describe({ to, value: '0x64' })
    expect(described).toMatchObject({
      intent: 'send',
      target: { address: to, name: null, notice: { kind: 'firstTime' } },
      balanceChanges: [
        {
          asset: { symbol: 'ETH' },
          direction: 'out',
          amount: 100n,
          amountText: '0.0000000000000001',
          counterparty: to,
        },
      ],
      transaction: { type: 'eip1559', chainId: 31337, to, value: 100n, data: '0x', gas: 21000n },
      fee: { gas: 21000n, symbol: 'ETH' },
    })
    expect(codesOf(described)).toStrictEqual(['firstTimeReceiver', 'testNetwork'])
    expect(structuredClone(described)).toStrictEqual(described)
  })

  test('behavior: a transfer shows token, amount and receiver, and its balance changes', async () => {
    const token = chain.tokenOf('usd')
    const to = chain.account(1).address
    const data = `0xa9059cbb${word(to)}${word(2_500_000)}`
    const described = await chain.describe(
      { to: token.address, data },
      { knownAddresses: [{ address: to, kind: 'history', name: 'Ben' }] },
    )
    expect(described).toMatchObject({
      intent: 'send',
      signature: 'transfer(address,uint256)',
      target: { address: token.address, name: 'USDL' },
      fields: [
        { label: 'receiver', value: { kind: 'address', address: to, name: 'Ben', notice: { kind: 'known' } } },
        { label: 'amount', value: { kind: 'amount', amount: 2_500_000n, text: '2.5', asset: { symbol: 'USDL' } } },
      ],
      balanceChanges: [
        { asset: { symbol: 'USDL', decimals: 6 }, direction: 'out', amountText: '2.5', counterparty: to },
      ],
    })
    expect(codesOf(described)).toStrictEqual(['testNetwork'])
  })

  test('behavior: a token with a transfer fee shows the real outgoing amount', async () => {
    const token = chain.tokenOf('fee-on-transfer')
    const data = `0xa9059cbb${word(stranger)}${word(10n ** 18n)}`
    const described = await chain.describe({ to: token.address, data })
    expect(described.balanceChanges).toMatchObject([{ direction: 'out', amountText: '1', counterparty: null }])
  })

  test('behavior: wrapping and unwrapping count on both sides', async () => {
    const { weth } = chain.world().contracts
    const wrapped = await chain.describe({ to: weth, value: '0x7', data: '0xd0e30db0' })
    expect(wrapped).toMatchObject({
      intent: 'wrap',
      target: { name: 'Wrapped Ether' },
      balanceChanges: [
        { asset: { symbol: 'ETH' }, direction: 'out', amount: 7n },
        { asset: { symbol: 'WETH' }, direction: 'in', amount: 7n },
      ],
    })
    expect(codesOf(wrapped)).toStrictEqual(['testNetwork'])
    await chain.send(chain.account(0).address, { to: weth, value: '0x7', data: '0xd0e30db0' })
    const unwrapped = await chain.describe({ to: weth, data: `0x2e1a7d4d${word(7)}` })
    expect(unwrapped).toMatchObject({
      intent: 'unwrap',
      fields: [{ label: 'amount', value: { amount: 7n, asset: { symbol: 'WETH' } } }],
      balanceChanges: [
        { asset: { symbol: 'WETH' }, direction: 'out' },
        { asset: { symbol: 'ETH' }, direction: 'in' },
      ],
    })
    expect((await chain.describe({ to: weth, value: '0x7' })).intent).toBe('wrap')
  })

  test('behavior: a swap shows payment, return and receiver', async () => {
    const { uniswapV2Router, weth } = chain.world().contracts
    const usd = chain.tokenOf('usd')
    const own = chain.account(0).address
    const data = encodeFunctionData({
      abi: parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable']),
      args: [1n, [weth, usd.address], own, 4_000_000_000n],
    })
    const described = await chain.describe({ to: uniswapV2Router, value: '0x2386f26fc10000', data })
    expect(described).toMatchObject({
      intent: 'swap',
      target: { name: 'Uniswap V2' },
      balanceChanges: [
        { asset: { symbol: 'ETH' }, direction: 'out', amountText: '0.01' },
        { asset: { symbol: 'USDL' }, direction: 'in' },
      ],
    })
    expect(described.fields).toMatchObject([
      { name: 'value', label: 'paid' },
      { label: 'minimumReceived', value: { asset: { symbol: 'USDL' } } },
      { name: 'path' },
      { label: 'receiver', value: { notice: { kind: 'own' } } },
      { label: 'deadline', value: { kind: 'time', unixSeconds: 4_000_000_000 } },
    ])
    expect(codesOf(described)).toStrictEqual(['testNetwork'])
  })

  test('behavior: a swap to a foreign receiver is a loss', async () => {
    const { uniswapV2Router, weth } = chain.world().contracts
    const data = encodeFunctionData({
      abi: parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable']),
      args: [1n, [weth, chain.tokenOf('usd').address], stranger, 4_000_000_000n],
    })
    const described = await chain.describe({ to: uniswapV2Router, value: '0x2386f26fc10000', data })
    expect(codesOf(described, 'warn')).toStrictEqual(['firstTimeReceiver', 'lossWithoutReturn'])
  })

  test('behavior: single items are counted and named', async () => {
    const { collection } = chain.world().nfts
    const own = chain.account(0).address
    const answer = await chain.read({
      method: 'eth_call',
      params: [{ to: collection, data: `0x6352211e${word(1)}` }, 'latest'],
    })
    const owner = `0x${String(answer).slice(26)}`
    await chain.read({ method: 'anvil_setBalance', params: [owner, '0xde0b6b3a7640000'] })
    await chain.send(owner, { to: collection, data: `0x23b872dd${word(owner)}${word(own)}${word(1)}` })
    const described = await chain.describe({
      to: collection,
      data: `0x42842e0e${word(own)}${word(stranger)}${word(1)}`,
    })
    expect(described).toMatchObject({
      intent: 'sendNft',
      fields: [{ label: 'from' }, { label: 'receiver' }, { label: 'tokenId' }],
      balanceChanges: [
        {
          asset: { kind: 'erc721', symbol: 'KEYS' },
          direction: 'out',
          amount: 1n,
          tokenId: 1n,
          counterparty: stranger,
        },
      ],
    })
    const plain = await chain.describe({ to: collection, data: `0x23b872dd${word(own)}${word(stranger)}${word(1)}` })
    expect(plain).toMatchObject({ intent: 'sendNft', fields: [{}, {}, { label: 'tokenId', value: { text: '1' } }] })
  })

  test('error: shows the reason of a revert', async () => {
    const token = chain.tokenOf('usd')
    const data = `0xa9059cbb${word(chain.account(1).address)}${word(maximum)}`
    const described = await chain.describe({ to: token.address, data })
    expect(described.balanceChanges).toBeNull()
    expect(described.findings).toContainEqual({
      level: 'warn',
      code: 'simulationFailed',
      values: { reason: 'ERC20InsufficientBalance' },
    })
  })

  test('error: an amount over the balance', async () => {
    const described = await chain.describe({ to: stranger, value: `0x${(10n ** 30n).toString(16)}` })
    expect(codesOf(described, 'warn')).toStrictEqual(expect.arrayContaining(['insufficientFunds', 'simulationFailed']))
  })

  test('behavior: a node that cannot simulate is asked for a trace, then for a call, and the gap is a finding', async () => {
    const { weth } = chain.world().contracts
    const wrap = { to: weth, value: '0x7', data: '0xd0e30db0' }
    const without = (...methods: string[]) => ({
      read: (request: { method: string; params: readonly unknown[] }) =>
        methods.includes(request.method)
          ? Promise.reject(Object.assign(new Error('the method does not exist'), { code: -32601 }))
          : chain.read(request),
    })
    const traced = await chain.describe(wrap, without('eth_simulateV1'))
    expect(traced.balanceChanges).toStrictEqual((await chain.describe(wrap)).balanceChanges)
    const called = await chain.describe(wrap, without('eth_simulateV1', 'debug_traceCall'))
    expect(called.balanceChanges).toBeNull()
    expect(codesOf(called, 'warn')).toStrictEqual(['simulationUnavailable'])
    const reverted = await chain.describe(
      { to: weth, data: `0x2e1a7d4d${word(10n ** 24n)}` },
      without('eth_simulateV1', 'debug_traceCall'),
    )
    expect(codesOf(reverted, 'warn')).toContain('simulationFailed')
  })
})

describe('approvals', () => {
  test('behavior: threat 23: the spender’s total allowance is read after the approval', async () => {
    const token = chain.tokenOf('usd')
    const { uniswapV2Router } = chain.world().contracts
    const some = await chain.describe({
      to: token.address,
      data: `0x095ea7b3${word(uniswapV2Router)}${word(5_000_000)}`,
    })
    expect(some.intent).toBe('approve')
    expect(some.fields).toMatchObject([
      { label: 'spender', value: { name: 'Uniswap V2' } },
      { label: 'amount', value: { text: '5', isUnlimited: false } },
      { name: 'allowanceAfter', value: { text: '5', isUnlimited: false } },
    ])
    expect(codesOf(some)).toStrictEqual(['testNetwork'])
    const all = await chain.describe({ to: token.address, data: `0x095ea7b3${word(uniswapV2Router)}${word(maximum)}` })
    expect(codesOf(all, 'warn')).toStrictEqual(['unlimitedApproval'])
    expect(all.fields[1]).toMatchObject({ value: { isUnlimited: true } })
    const none = await chain.describe({ to: token.address, data: `0x095ea7b3${word(uniswapV2Router)}${word(0)}` })
    expect(none.intent).toBe('revokeApproval')
  })

  test('behavior: threat 23: more than the token’s supply is unlimited too', async () => {
    const token = chain.tokenOf('plain')
    const { uniswapV2Router } = chain.world().contracts
    const data = `0x095ea7b3${word(uniswapV2Router)}${word(10n ** 60n)}`
    expect(codesOf(await chain.describe({ to: token.address, data }), 'warn')).toStrictEqual(['unlimitedApproval'])
  })

  test('behavior: threat 23: all items of a collection', async () => {
    const { collection } = chain.world().nfts
    const described = await chain.describe(
      { to: collection, data: `0xa22cb465${word(stranger)}${word(1)}` },
      { knownAddresses: [{ address: collection, kind: 'contact' }] },
    )
    expect(described.intent).toBe('approveAll')
    expect(described.findings[0]).toMatchObject({ code: 'approvalForAll', values: { symbol: 'KEYS' } })
    const revoked = await chain.describe({ to: collection, data: `0xa22cb465${word(stranger)}${word(0)}` })
    expect(revoked.intent).toBe('revokeApproval')
  })
})

describe('names', () => {
  test('behavior: detects a token that imitates another name, and its text cannot disturb the screen', async () => {
    const spam = chain.tokenOf('spam')
    const described = await chain.describe(
      { to: spam.address, data: `0xa9059cbb${word(stranger)}${word(1)}` },
      {
        tokens: [
          { address: stranger, symbol: 'usdl-rewards.example', name: 'The real one', decimals: 6, kind: 'erc20' },
        ],
      },
    )
    expect(described.findings).toContainEqual({
      level: 'warn',
      code: 'unverifiedContract',
      values: { address: spam.address, reason: 'imitation', symbol: 'usdl-rewards.example' },
    })
  })

  test('behavior: threat 23: warns of the token itself as receiver', async () => {
    const token = chain.tokenOf('usd')
    const data = `0xa9059cbb${word(token.address)}${word(1)}`
    expect(codesOf(await chain.describe({ to: token.address, data }), 'warn')).toContain('sendToTokenContract')
  })

  test('behavior: threat 23: a receiver that resembles a known one', async () => {
    const known = chain.account(1).address
    const poisoned = `${known.slice(0, 6)}${'ab'.repeat(16)}${known.slice(-4)}`.toLowerCase()
    const described = await chain.describe(
      { to: poisoned, value: '0x1' },
      { knownAddresses: [{ address: known, kind: 'history' }] },
    )
    expect(described.findings[0]).toMatchObject({ code: 'lookAlikeReceiver', values: { resembles: known } })
    expect(described.target?.notice).toStrictEqual({ kind: 'lookAlike', resembles: known })
  })

  test('behavior: data to an address without code, and to an unknown contract', async () => {
    const blind = await chain.describe({ to: stranger, data: '0x12345678' })
    expect(codesOf(blind, 'warn')).toStrictEqual(['blindData', 'unverifiedContract'])
    expect(blind.findings[1]?.values).toStrictEqual({ address: stranger, reason: 'noCode' })
    const { uniswapV2Factory } = chain.world().contracts
    const unknown = await chain.describe({ to: uniswapV2Factory, data: '0x574f2ba3' })
    expect(codesOf(unknown, 'warn')).toStrictEqual(['blindData', 'unverifiedContract'])
    expect(unknown.findings[1]?.values.reason).toBe('unknown')
  })
})

describe('batches', () => {
  test('behavior: calls are simulated one after the other and summed up', async () => {
    const token = chain.tokenOf('usd')
    const { uniswapV2Router, weth } = chain.world().contracts
    const own = chain.account(0).address
    const swap = encodeFunctionData({
      abi: parseAbi(['function swapExactTokensForETH(uint256,uint256,address[],address,uint256)']),
      args: [1_000_000n, 1n, [token.address, weth], own, 4_000_000_000n],
    })
    const calls = [
      { to: token.address, data: `0x095ea7b3${word(uniswapV2Router)}${word(1_000_000)}` },
      { to: uniswapV2Router, data: swap },
    ]
    const params = [{ version: '2.0.0', from: own, chainId: '0x7a69', atomicRequired: false, calls }]
    const described = await chain.describeCalls({ method: 'wallet_sendCalls', params })
    expect(described).toMatchObject({
      intent: 'batch',
      transaction: null,
      balanceChanges: [
        { asset: { symbol: 'USDL' }, direction: 'out', amountText: '1' },
        { asset: { symbol: 'ETH' }, direction: 'in' },
      ],
      parts: [
        { intent: 'approve', balanceChanges: [] },
        { intent: 'swap', findings: [] },
      ],
    })
    expect(codesOf(described)).toStrictEqual(['testNetwork'])
    const [first, second] = described.parts.map(({ transaction }) => transaction)
    expect((second?.nonce ?? 0) - (first?.nonce ?? 0)).toBe(1)
    expect(described.fee?.gas).toBe((first?.gas ?? 0n) + (second?.gas ?? 0n))
  })

  test('error: refuses requests that an account without code cannot fulfill', async () => {
    const call = { to: stranger, value: '0x1' }
    const params = [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [call] }]
    const described = await chain.describeCalls({ method: 'wallet_sendCalls', params })
    expect(described.findings[0]).toMatchObject({ level: 'refuse', values: { field: 'atomicRequired' } })
    const foreign = [{ version: '2.0.0', chainId: '0x1', calls: [call] }]
    expect(codesOf(await chain.describeCalls({ method: 'wallet_sendCalls', params: foreign }), 'refuse')).toStrictEqual(
      ['chainMismatch'],
    )
  })
})
