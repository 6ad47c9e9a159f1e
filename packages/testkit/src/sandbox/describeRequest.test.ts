import { encodeFunctionData, encodePacked, erc20Abi, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { describeRequest } from './describeRequest.ts'

const receiver = '0x68B7d0f2E33a966B443629aF2911BbA115f88Fb1'
const token = '0xa7EE11D81b77CC34b17D4B2def4ec98EfdD8ec18'
const describe = async (method: string, ...params: unknown[]) => {
  const { title, lines } = await describeRequest({
    approval: {
      id: 1,
      method,
      params,
      account: { index: 0, name: 'Ada', address: receiver },
      chain: { id: 31337, rpcUrl: '', nativeSymbol: 'ETH' },
      approve: () => {},
      reject: () => {},
    },
    readToken: async (address) => (address === token ? { symbol: 'USDL', decimals: 6 } : undefined),
  })
  return [title, ...lines.map(({ label, value }) => `${label}: ${value}`)]
}

test.each([
  ['eth_requestAccounts', [], ['Connect', 'Asks for: your address']],
  ['wallet_switchEthereumChain', [{ chainId: '0x7a6a' }], ['Switch network', 'To: chain 31338']],
  [
    'wallet_addEthereumChain',
    [{ chainId: '0x7a6a', chainName: 'Two', rpcUrls: ['http://x'] }],
    ['Add network', 'Name: Two (chain 31338)', 'RPC: http://x'],
  ],
  ['personal_sign', ['0x68656c6c6f', receiver], ['Sign message', 'Message: hello']],
  ['personal_sign', ['plain', receiver], ['Sign message', 'Message: plain']],
  ['eth_signTypedData_v4', [receiver, '{"a":1}'], ['Sign data', 'Data: {\n  "a": 1\n}']],
  [
    'eth_sendTransaction',
    [{ to: receiver, value: '0xde0b6b3a7640000', gas: '0x5208', gasPrice: '0x3b9aca00' }],
    ['Send transaction', 'Sends: 1 ETH', `Receiver: ${receiver}`, 'Network cost: at most 0.000021 ETH'],
  ],
  [
    'eth_sendTransaction',
    [{ data: '0x6001' }],
    ['Send transaction', 'Sends: 0 ETH', 'Creates: a contract', 'Calls: 0x6001, 2 bytes'],
  ],
  ['wallet_other', [{ a: 1 }], ['wallet_other', 'Content: [\n  {\n    "a": 1\n  }\n]']],
])('default %s', async (method, params, lines) => {
  expect(await describe(method, ...params)).toStrictEqual(lines)
})

test('behavior: a token transfer is decoded, with the token’s own symbol and decimals if available', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1500000n] })
  expect(await describe('eth_sendTransaction', { to: token, data })).toStrictEqual([
    'Send transaction',
    'Sends: 1.5 USDL',
    `Receiver: ${receiver}`,
    `Token: ${token}`,
  ])
  expect(await describe('eth_sendTransaction', { to: receiver, data, value: '0x1' })).toStrictEqual([
    'Send transaction',
    'Sends: 1500000 base units',
    `Receiver: ${receiver}`,
    `Token: ${receiver}`,
    'And: 0.000000000000000001 ETH',
  ])
})

test('behavior: an approval and a permit show the spender and the limit', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, 1500000n] })
  expect(await describe('eth_sendTransaction', { to: token, data })).toStrictEqual([
    'Approve a spender',
    'Lets spend: 1.5 USDL',
    `Spender: ${receiver}`,
    `Token: ${token}`,
  ])
  const message = { owner: receiver, spender: receiver, value: '1500000', nonce: '0', deadline: '1800000000' }
  const permit = { primaryType: 'Permit', domain: { verifyingContract: token }, message }
  expect(await describe('eth_signTypedData_v4', receiver, JSON.stringify(permit))).toStrictEqual([
    'Sign a permission',
    'Lets spend: 1.5 USDL',
    `Spender: ${receiver}`,
    `Token: ${token}`,
    'Until: 2027-01-15T08:00:00.000Z',
  ])
  const odd = JSON.stringify({ ...permit, message: { ...message, value: 'much' } })
  expect((await describe('eth_signTypedData_v4', receiver, odd))[0]).toBe('Sign data')
})

test('behavior: a router’s swap shows the total payment, the least amount in return, and the receiver', async () => {
  const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const itself = '0x0000000000000000000000000000000000000002'
  const abi = parseAbi([
    'function multicall(uint256 deadline, bytes[] data)',
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
    'function transferOwnership(address owner)',
  ])
  const path = encodePacked(['address', 'uint24', 'address'], [token, 3000, router])
  const args = [{ path, recipient: itself, amountIn: 1_000_000n, amountOutMinimum: 0n }] as const
  const first = encodeFunctionData({ abi, functionName: 'exactInput', args })
  const v2 = { abi, functionName: 'swapExactTokensForTokens' } as const
  const second = encodeFunctionData({ ...v2, args: [500_000n, 0n, [token, router], itself] })
  const last = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [10n ** 18n, receiver] })
  const encode = (calls: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [5n, calls] })
  expect(await describe('eth_sendTransaction', { to: router, data: encode([first, second, last]) })).toStrictEqual([
    'Swap',
    'Pays: 1.5 USDL',
    'Minimum received: 1 ETH',
    `Receiver: ${receiver}`,
    `Router: ${router}`,
  ])
  const bought = encodeFunctionData({ ...v2, args: [7n, 1_000_000n, [router, token], receiver] })
  expect(await describe('eth_sendTransaction', { to: router, value: '0x7', data: encode([bought]) })).toStrictEqual([
    'Swap',
    'Pays: 0.000000000000000007 ETH',
    'Minimum received: 1 USDL',
    `Receiver: ${receiver}`,
    `Router: ${router}`,
  ])
  const other = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [receiver] })
  expect((await describe('eth_sendTransaction', { to: router, data: encode([first, other]) }))[0]).toBe(
    'Send transaction',
  )
})
