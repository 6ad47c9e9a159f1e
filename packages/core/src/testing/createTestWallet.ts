import {
  announceVirtualWallet,
  createVirtualWallet,
  type VirtualWallet,
  type VirtualWalletParameters,
} from '@latchkey/testkit'

/** Well-known keys of the development accounts of local nodes. */
const testKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** Creates a wallet with two accounts on two networks, announced to a page. */
export function createTestWallet({
  page,
  ...parameters
}: { page: EventTarget } & Partial<VirtualWalletParameters>): VirtualWallet {
  const wallet = createVirtualWallet({
    accounts: [{ privateKey: testKeys[0] }, { privateKey: testKeys[1] }],
    chains: { 31337: 'http://127.0.0.1:1', 31338: 'http://127.0.0.1:1' },
    ...parameters,
  })
  announceVirtualWallet({ wallet, target: page })
  return wallet
}
