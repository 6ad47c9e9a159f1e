import { type Hex, parseAbi } from 'viem'
import { localOne, type Person, type SwapWorld } from './startSwapWorld.ts'

const abi = parseAbi(['function name() view returns (string)', 'function nonces(address owner) view returns (uint256)'])
const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Signs a permit of a local token for the router, in the shape of `build-transaction`. Source: ERC-2612. */
export async function signPermit({
  world,
  symbol,
  person,
  value,
}: {
  world: SwapWorld
  symbol: string
  person: Person
  value: bigint
}): Promise<{ value: string; deadline: string; signature: Hex }> {
  const { wallet, reader } = world.clientsOf(localOne.id, world.person(person))
  const address = world.address(symbol)
  const owner = wallet.account.address
  const [name, nonce] = await Promise.all([
    reader.readContract({ abi, address, functionName: 'name' }),
    reader.readContract({ abi, address, functionName: 'nonces', args: [owner] }),
  ])
  const deadline = 2n ** 48n
  const spender = world.devnet.contracts.uniswapSwapRouter02
  const signature = await wallet.signTypedData({
    domain: { name, version: '1', chainId: localOne.id, verifyingContract: address },
    ...{ types, primaryType: 'Permit' },
    message: { owner, spender, value, nonce, deadline },
  })
  return { value: value.toString(), deadline: deadline.toString(), signature }
}
