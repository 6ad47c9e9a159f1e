import { encodeFunctionData, erc20Abi } from 'viem'
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

test('behavior: a token transfer is read, with the token’s own words where they can be had', async () => {
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
