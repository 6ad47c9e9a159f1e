import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { serverConfigSchema } from '../platform/config/ServerConfig.ts'
import { readNameSigner } from './readNameSigner.ts'

const [key, other] = [generatePrivateKey(), generatePrivateKey()]
const chain = {
  ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const read = (smartAccounts: object, chains: object[] = [{ ...chain, smartAccounts: {} }]) => {
  const config = serverConfigSchema.parse({ chains, smartAccounts })
  return readNameSigner({
    config,
    names: { signer: { privateKey: key } },
    env: { A_KEY: ` ${key.toUpperCase().replace('X', 'x')}\n` },
  })
}

test('default: a separate key', async () => {
  const { address } = privateKeyToAccount(key)
  expect((await read({ executor: { privateKey: other } })).address).toBe(address)
  // If no network has smart accounts, their keys are not in use.
  expect((await read({ executor: { privateKey: key } }, [chain])).address).toBe(address)
})

test.each([
  ['executor', { executor: { privateKey: key } }],
  ['executor', { executor: { keyVariable: 'A_KEY' } }],
  ['paymaster', { executor: { privateKey: other }, paymaster: { keyVariable: 'A_KEY' } }],
])('error: the key of smartAccounts.%s', async (part, smartAccounts) => {
  const error = (await read(smartAccounts).catch((caught: unknown) => caught)) as Error & { code: string }
  expect(error.code).toBe('config_invalid')
  expect(error.message).toContain(`names.signer: found the key of smartAccounts.${part}; expected a separate key.`)
  expect(error.message).not.toContain(key.slice(2, 12))
})
