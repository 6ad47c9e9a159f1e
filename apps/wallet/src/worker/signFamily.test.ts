import type { FamilyPayload } from '@latchkey/clear-signing'
import { bitcoinNetworks, type ChainId, solanaNetworks } from '@latchkey/protocol'
import { deriveAccounts } from '@latchkey/vault'
import { expect, test } from 'vitest'
import { testSigners } from '../testing/testSigners.ts'
import type { RunSigners } from './SignerCalls.ts'
import { signFamily } from './signFamily.ts'

const seed = new Uint8Array(64).fill(3)
const { localnet } = solanaNetworks
const { mainnet, regtest, testnet, signet, testnet4 } = bitcoinNetworks
const [, solana, main, , test1, , regtest1, regtestOrdinal] = deriveAccounts({
  seed,
  networks: ['mainnet', 'testnet', 'regtest'],
}).map(({ address }) => address) as [string, string, string, string, string, string, string, string]
const bitcoinMessage = (account: string): FamilyPayload => ({
  ...{ kind: 'bitcoinMessage', account, message: 'x', protocol: 'bip322' },
})
const solanaMessage = (account: string): FamilyPayload => ({ kind: 'solanaMessage', account, message: 'AA==' })

/** The signers, and the keys that each received. */
function setup() {
  const given: { address: string | undefined; privateKey: Uint8Array; copy: Uint8Array }[] = []
  const note = (privateKey: Uint8Array, address?: string) =>
    given.push({ address, privateKey, copy: new Uint8Array(privateKey) })
  const signers: RunSigners = {
    solana: (use) =>
      testSigners.solana((calls) =>
        use({
          sign: (options) => {
            note(options.privateKey)
            return calls.sign(options)
          },
        }),
      ),
    bitcoin: (use) =>
      testSigners.bitcoin((calls) =>
        use({
          sign: (options) => {
            for (const { address, privateKey } of options.keys) note(privateKey, address)
            return calls.sign(options)
          },
        }),
      ),
  }
  const sign = (payload: FamilyPayload, chainId: ChainId) => signFamily({ payload, chainId, seed, signers })
  return { sign, given }
}

test('default: a signer gets only the key that it needs, and nothing of it stays', async () => {
  const { sign, given } = setup()
  await sign(solanaMessage(solana), localnet)
  await sign(bitcoinMessage(regtest1), regtest)
  await sign(bitcoinMessage(regtestOrdinal), regtest)
  expect(given.map(({ address }) => address)).toStrictEqual([undefined, regtest1, regtestOrdinal])
  expect(given.every(({ copy }) => copy.some((byte) => byte !== 0))).toBe(true)
  expect(given.every(({ privateKey }) => privateKey.every((byte) => byte === 0))).toBe(true)
  expect(seed.every((byte) => byte === 3)).toBe(true)
})

test('behavior: the networks for tests have their own keys, the same on all but their addresses', async () => {
  const { sign, given } = setup()
  for (const [account, chainId] of [
    [main, mainnet],
    [test1, testnet],
    [test1, testnet4],
    [test1, signet],
    [regtest1, regtest],
  ] as const)
    await sign(bitcoinMessage(account), chainId)
  const [mainKey, ...others] = given.map(({ copy }) => Buffer.from(copy).toString('hex'))
  expect(new Set(others).size).toBe(1)
  expect(others).not.toContain(mainKey)
})

test.each([
  ['somebody else’s Solana account', solanaMessage('11111111111111111111111111111111'), localnet, 'account_changed'],
  ['a Solana payload for a Bitcoin network', solanaMessage(solana), regtest, 'unsupported_chain'],
  ['a Bitcoin payload for a Solana network', bitcoinMessage(regtest1), localnet, 'unsupported_chain'],
  [
    'a Bitcoin network that nobody knows',
    bitcoinMessage(main),
    'bip122:12a765e31ffd4059bada1e25190f6e98',
    'unsupported_chain',
  ],
  ['the main address on a network for tests', bitcoinMessage(main), regtest, 'account_changed'],
  ['an address for tests on the main network', bitcoinMessage(regtest1), mainnet, 'account_changed'],
  [
    'a PSBT of which one input is somebody else’s',
    {
      ...{ kind: 'bitcoinPsbt', account: regtest1, psbt: '', broadcast: false },
      inputs: [
        { index: 0, address: regtest1, sighash: 1 },
        { index: 1, address: test1, sighash: 1 },
      ],
    },
    regtest,
    'account_changed',
  ],
] as const)('error: threat 92: %s: no key is released', async (_name, payload, chainId, code) => {
  const { sign, given } = setup()
  await expect(sign(payload as FamilyPayload, chainId)).rejects.toMatchObject({ code })
  expect(given).toStrictEqual([])
})
