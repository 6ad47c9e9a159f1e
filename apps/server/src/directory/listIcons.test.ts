import { expect, test } from 'vitest'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import { serverConfigSchema } from '../platform/config/ServerConfig.ts'
import { listIcons } from './listIcons.ts'

const token = '0x48945Bf080e37D4dcb8548E1265269e43C384bFC'
const configured = (publicUrl?: string) =>
  serverConfigSchema.parse({
    http: publicUrl === undefined ? {} : { publicUrl },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:8545' }],
        tokens: [
          { address: token, symbol: 'LATCH' },
          { address: token.replace('0x4', '0x5'), symbol: 'OWN', iconUrl: 'https://example.com/own.svg' },
          { address: token.replace('0x4', '0x6') },
        ],
      },
    ],
  })

test('default: native tokens and listed tokens get this server’s icons, unless the operator set one', () => {
  const [chain] = listIcons(configured('https://api.example.com')).chains
  expect(chain?.nativeCurrency.iconUrl).toBe('https://api.example.com/public/getTokenImage/ETH')
  expect(chain && isEvmChain(chain) && chain.tokens.map(({ iconUrl }) => iconUrl)).toEqual([
    'https://api.example.com/public/getTokenImage/LATCH',
    'https://example.com/own.svg',
    undefined,
  ])
})

test('behavior: a server without a public URL gives no icon', () => {
  const [chain] = listIcons(configured()).chains
  expect(chain?.nativeCurrency.iconUrl).toBeUndefined()
})
